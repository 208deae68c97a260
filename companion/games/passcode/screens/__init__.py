"""The bodies of the screens of Passcode: the own board, the choice of a card, the die."""
