// @ts-check
// The games that the page has words and pictures for, and which family each belongs to. Everything else that differs between families is
// in `families/` and in `../board/families/`.

/**
 * @typedef {object} Game
 * @property {'tafl' | 'tavli'} family
 * @property {string} title
 * @property {string} picture the name of its file
 * @property {'tavli' | 'tablut' | 'alea'} opponents whose people play it against one
 * @property {{ light: string, dark: string }} sides
 * @property {{ light: string, dark: string }} help for the first turns, by the side one plays
 * @property {(preset: string) => string} rules the text of a preset's rules
 * @property {string} [about] what Home says of it
 * @property {string} [alt] what is in its picture
 * @property {string} [book] the letter with which the ids of its rules begin
 */

/** @param {string} preset */
const preset = (preset) => `preset:${preset}`;
const WHITE = { light: 'web.side.white', dark: 'web.side.black' };
const DEFENDERS = { light: 'web.side.defenders', dark: 'web.side.attackers' };
const KING_HELP = { light: 'web.help.alea.light', dark: 'web.help.alea.dark' };

/** @type {Record<'tavli' | 'tablut' | 'alea' | 'brandubh' | 'hnefatafl' | 'other', Game>} */
const GAMES = {
  tavli: {
    family: 'tavli', title: 'game.tavli', about: 'game.tavli.about', picture: 'tavli', opponents: 'tavli', alt: 'web.picture.tavli', book: 'Z', rules: () => 'game:tavli',
    sides: WHITE, help: { light: 'web.help.tavli', dark: 'web.help.tavli' },
  },
  tablut: {
    family: 'tafl', title: 'game.tablut', about: 'game.tablut.about', picture: 'tablut', opponents: 'tablut', alt: 'web.picture.tablut', book: 'T', rules: preset,
    sides: { light: 'web.side.swedes', dark: 'web.side.muscovites' }, help: { light: 'web.help.tablut.light', dark: 'web.help.tablut.dark' },
  },
  alea: {
    family: 'tafl', title: 'game.alea', about: 'game.alea.about', picture: 'alea', opponents: 'alea', alt: 'web.picture.alea', book: 'A', rules: preset,
    sides: WHITE, help: KING_HELP,
  },
  // The smaller and larger kin of Tablut.
  brandubh: {
    family: 'tafl', title: 'game.brandubh', about: 'game.brandubh.about', picture: 'tablut', opponents: 'tablut', rules: preset, sides: DEFENDERS, help: KING_HELP,
  },
  hnefatafl: {
    family: 'tafl', title: 'game.hnefatafl', about: 'game.hnefatafl.about', picture: 'tablut', opponents: 'tablut', rules: preset, sides: DEFENDERS, help: KING_HELP,
  },
  // A board of one's own.
  other: { family: 'tafl', title: 'game.other', picture: 'tablut', opponents: 'tablut', rules: preset, sides: DEFENDERS, help: KING_HELP },
};

/** Those on Home, in their order. */
export const HOME_GAMES = /** @type {const} */ (['tavli', 'tablut', 'alea']);

/** @param {string} name @returns {Game} */
export const gameOf = (name) => (name in GAMES ? GAMES[/** @type {keyof typeof GAMES} */ (name)] : GAMES.other);

/** The game in whose book a rule such as `T5` stands. @param {string} rule */
export const gameOfRule = (rule) => Object.values(GAMES).find(({ book }) => book !== undefined && rule.startsWith(book));
