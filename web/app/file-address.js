// @ts-check
// Where the page's own files are: beside this one, in the version of the page that this one is from.

/** @param {string} name */
export const fileAddress = (name) => new URL(`../${name}`, import.meta.url).href;
