// @ts-check
// How a text becomes a sentence: the same form as in crates/words, so that a text reads alike wherever it is shown.

/** @typedef {'en' | 'fr' | 'it'} Lang */
/** @typedef {{ decimal: number, places: number }} Decimal */
/** @typedef {string | number | Decimal | { key: string, values?: Values } | Array<{ key: string, values?: Values }>} Value */
/** @typedef {{ [name: string]: Value }} Values */
/** @typedef {{ [key: string]: string }} Texts */
/** @typedef {(key: string, values?: Values) => string} Say The sentence of a key in the visitor's language. */

/** @type {readonly Lang[]} */
export const LANGS = ['en', 'fr', 'it'];

/** What each language calls itself. */
export const LANG_NAMES = { en: 'English', fr: 'Français', it: 'Italiano' };

const DECIMAL_MARK = { en: '.', fr: ',', it: ',' };
const THOUSANDS_MARK = { en: ',', fr: '\u202f', it: '.' };

/**
 * @param {Lang} lang
 * @param {number} count
 */
function isSingular(lang, count) {
  return lang === 'fr' ? Math.abs(count) <= 1 : Math.abs(count) === 1;
}

/**
 * A whole number with its thousands set apart, once it has five digits.
 * @param {number} number
 * @param {Lang} lang
 */
function grouped(number, lang) {
  const digits = String(Math.abs(number));
  if (digits.length < 5) return String(number);
  const groups = digits.replace(/\B(?=(\d{3})+$)/g, THOUSANDS_MARK[lang]);
  return number < 0 ? `-${groups}` : groups;
}

/**
 * A value as a language writes it.
 * @param {Texts} texts
 * @param {Lang} lang
 * @param {Value} value
 * @returns {string}
 */
export function write(texts, lang, value) {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return grouped(value, lang);
  if (Array.isArray(value)) return value.map((message) => write(texts, lang, message)).join(' ');
  if ('decimal' in value) return value.decimal.toFixed(value.places).replace('.', DECIMAL_MARK[lang]);
  return render(texts, lang, value.key, value.values);
}

/**
 * The sentence of a key. A key without a text is shown as it is: a visible slip beats a blank.
 * @param {Texts} texts
 * @param {Lang} lang
 * @param {string} key
 * @param {Values} [values]
 * @returns {string}
 */
export function render(texts, lang, key, values = {}) {
  const text = Object.hasOwn(texts, key) ? texts[key] : undefined;
  if (text === undefined) return key;
  return text.replace(/\{([^}]*)\}/g, (hole, /** @type {string} */ inside) => {
    const [name = '', forms] = splitOnce(inside, ':');
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    if (value === undefined) return hole;
    if (typeof value === 'number' && forms !== undefined) {
      const [one, many] = splitOnce(forms, '|');
      if (many !== undefined) return isSingular(lang, value) ? one : many;
    }
    return write(texts, lang, value);
  });
}

/**
 * @param {string} text
 * @param {string} mark
 * @returns {[string, string | undefined]}
 */
function splitOnce(text, mark) {
  const place = text.indexOf(mark);
  return place < 0 ? [text, undefined] : [text.slice(0, place), text.slice(place + mark.length)];
}
