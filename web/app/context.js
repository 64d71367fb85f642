// @ts-check

/**
 * What every part of the page is given.
 * @typedef {object} Context
 * @property {import('./texts.js').Say} say   The sentence of a key in the visitor's language.
 * @property {() => import('./texts.js').Lang} lang
 * @property {(listener: () => void) => () => void} onLanguage  Calls when another language is there; returns how to stop.
 * @property {import('./settings.js').SettingsStore} settings
 * @property {import('./api.js').Api} api
 * @property {import('./dice-promises.js').Promises} promises
 * @property {import('./kept-games.js').KeptGames} kept   The games played on this browser.
 * @property {(path: string) => void} go      To another page.
 * @property {(text: string) => void} announce  To screen readers.
 * @property {(text: string) => void} toast   A short notice that goes by itself.
 * @property {(text: string) => void} setBanner  What stays on top until it is over; nothing takes it away.
 * @property {() => void} openSettings
 */

/**
 * A page: it can say everything again in another language without losing its state.
 * @typedef {object} Page
 * @property {HTMLElement} element
 * @property {() => string} title
 * @property {() => void} relabel
 * @property {() => void} end
 * @property {(address: URL | Location) => boolean} [follow]  Shows another part of itself if the address is one: then no page is built anew.
 */

export {};
