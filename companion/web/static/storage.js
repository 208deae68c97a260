// @ts-check
// What this browser remembers. Where it keeps nothing, as with site data blocked, every look at a storage throws; a page then works
// all the same, and forgets with the next load.

class Kept {
  #find;

  /** `find()`: the storage, or an error. */
  constructor(find) {
    this.#find = find;
  }

  getItem(name) {
    try {
      return this.#find().getItem(name);
    } catch {
      return null;
    }
  }

  setItem(name, value) {
    try {
      this.#find().setItem(name, value);
    } catch {
      // It is forgotten with the page.
    }
  }
}

export const ofBrowser = new Kept(() => localStorage);
export const ofTab = new Kept(() => sessionStorage);
