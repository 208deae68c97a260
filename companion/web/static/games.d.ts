// The module that static_pages.py generates.

/** The games that have a board of their own. */
export const BOARDS: string[];
