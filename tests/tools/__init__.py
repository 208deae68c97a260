"""The tools of developers that judge the project themselves."""
