// @ts-check
// The study with its style and its texts, which nothing else waits for.

import { fetchDeferred } from '../deferred-files.js';
import { withTexts } from '../own-texts.js';
import { createStudyPage } from './page.js';

/** @typedef {import('../context.js').Context} Context */
/** @typedef {import('../context.js').Page} Page */

/**
 * What makes the study of an address.
 * @param {Context} context
 * @param {import('../route.js').StudyRoute} route
 * @returns {Promise<() => Page>}
 */
export function studyPage(context, route) {
  const styled = fetchDeferred().then(() => fetchDeferred('deferred-study'));
  return withTexts(context, 'study', styled.then(() => (inside) => createStudyPage(inside, route)));
}
