// @ts-check
// Pages that say what no other page says: their texts are fetched with them, so that Home does not wait for those.

import { fileAddress } from './file-address.js';
import { render } from './texts.js';

/** @typedef {import('./context.js').Context} Context */
/** @typedef {import('./context.js').Page} Page */

/** By their files. @type {Map<string, Promise<import('./texts.js').Texts>>} */
const texts = new Map();

/** @param {string} bundle @param {import('./texts.js').Lang} lang */
function textsOf(bundle, lang) {
  const file = `texts/${bundle}.${lang}.json`;
  const known = texts.get(file) ?? fetch(fileAddress(file)).then((answer) => answer.json());
  texts.set(file, known);
  // The next page asks again.
  known.catch(() => texts.delete(file));
  return known;
}

/**
 * What makes a page that has texts of its own besides everybody's.
 * @param {Context} context
 * @param {'learn' | 'study'} bundle
 * @param {Promise<(inside: Context) => Page>} coming what makes the page, once its modules are there
 * @returns {Promise<() => Page>}
 */
export async function withTexts(context, bundle, coming) {
  let [own, create] = await Promise.all([textsOf(bundle, context.lang()), coming]);
  let lang = context.lang();
  /** @type {Context} */
  const inside = {
    ...context,
    lang: () => lang,
    say: (key, values) => (Object.hasOwn(own, key) ? render(own, lang, key, values) : context.say(key, values)),
  };
  return () => {
    const page = create(inside);
    let isEnded = false;
    return {
      ...page,
      async relabel() {
        const wanted = context.lang();
        const found = await textsOf(bundle, wanted).catch(() => null);
        // Somebody has gone elsewhere, or chosen another language meanwhile.
        if (isEnded || found === null || wanted !== context.lang()) return;
        own = found;
        lang = wanted;
        page.relabel();
        document.title = page.title();
      },
      end() {
        isEnded = true;
        page.end();
      },
    };
  };
}
