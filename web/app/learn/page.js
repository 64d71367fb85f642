// @ts-check
// Whatever is read and learned: which page it is, with its style and with texts that nothing else waits for.

import { h } from '../dom.js';
import { fetchDeferred } from '../deferred-files.js';
import { fileAddress } from '../file-address.js';
import { withTexts } from '../own-texts.js';
import { learnRouteOf } from './route.js';

/** @typedef {import('../context.js').Context} Context */
/** @typedef {import('../context.js').Page} Page */
/** @typedef {import('./route.js').LearnRoute} LearnRoute */
/** @typedef {{ createPage: (context: Context, route: LearnRoute) => Page }} LearnModule  What the module of each page offers. */

/** The module of each page, and style sheets that it needs besides that of them all. @type {Record<import('./route.js').LearnName, { load: () => Promise<LearnModule>, styles?: string[] }>} */
const PAGES = {
  index: { load: () => import('./index.js') },
  booklet: { load: () => import('./booklet.js') },
  lessons: { load: () => import('./lessons.js'), styles: ['lessons'] },
  scene: { load: () => import('./scene.js') },
  sheet: { load: () => import('./sheet.js') },
  puzzles: { load: () => import('./puzzles.js'), styles: ['puzzles'] },
  about: { load: () => import('./about.js') },
  embed: { load: () => import('./embed.js') },
  missing: { load: () => import('./missing.js') },
};

/** By name. @type {Map<string, Promise<unknown>>} */
const styles = new Map();

/** A style sheet that does not come keeps nothing else away. @param {string} name */
function useStyle(name) {
  const known = styles.get(name) ?? new Promise((resolve) => {
    const link = h('link', { attrs: { rel: 'stylesheet', href: fileAddress(`style/${name}.css`) }, on: { load: resolve, error: resolve } });
    document.head.append(link);
  });
  styles.set(name, known);
  return known;
}

/**
 * What makes the page of an address.
 * @param {Context} context
 * @param {URL | Location} address
 * @returns {Promise<() => Page>}
 */
export async function learnPage(context, address) {
  const route = learnRouteOf(address);
  const { load, styles: more = [] } = PAGES[route.name];
  // Styles of boards first: what is said of them here is said after it.
  const styled = fetchDeferred().then(() => Promise.all(['learn', ...more].map(useStyle)));
  return withTexts(context, 'learn', Promise.all([load(), styled]).then(([{ createPage }]) => (inside) => createPage(inside, route)));
}
