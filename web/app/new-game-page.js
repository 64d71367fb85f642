// @ts-check
// A game of one's own: which, against whom, on which side; then, for those who want it, rules, clock and match. All that is offered comes from
// the server's description.

import { h, icon, setChildren, setIdle } from './dom.js';
import { failureText } from './failure-text.js';
import { fold, segments, toggle } from './form-fields.js';
import { gamePicture } from './game-picture.js';
import { gameOf } from './games.js';
import { nameField } from './name-field.js';
import { controlName, formName, levelName, opponentCharacter, opponentName, sideName } from './names.js';
import { rulesFold } from './new-game-rules.js';
import { openTable } from './open-table.js';
import { changesTo, rulesetText } from './table-request.js';
import { newGamePath } from './route.js';

/** @typedef {import('./context.js').Context} Context */
/** @typedef {import('../protocol.js').GameInfo} GameInfo */
/**
 * @typedef {object} Choice
 * @property {'computer' | 'friend' | 'same-screen'} opponent
 * @property {number} level
 * @property {'light' | 'dark' | 'lot'} side
 * @property {string} preset
 * @property {{ [key: string]: string }} choices   Every option's value.
 * @property {string} control
 * @property {string} form
 * @property {string} handicap   A preset for every second round, or nothing.
 * @property {boolean} help   Whether both may ask for hints, against somebody at another screen.
 * @property {boolean} isPublic
 * @property {boolean} showsRules
 * @property {boolean} showsTime
 * @property {string} search   What is looked for among the options.
 */

const CONTROLS = ['none', '3m+2', '5m+3', '10m+5', '20m+10', '2d/turn'];
const FORMS = ['single', 'two-rounds', 'best-of-3', 'best-of-5'];
/** The game whose text proposes two rounds with sides exchanged (A12). */
const TWO_ROUNDS_FIRST = 'alea';
/** How a game can be matched, what its text proposes first. @param {string} game */
const formsOf = (game) => (game === TWO_ROUNDS_FIRST ? ['two-rounds', 'single', ...FORMS.slice(2)] : FORMS);

/**
 * @param {Context} context
 * @param {string} gameName
 * @returns {import('./context.js').Page}
 */
export function createNewGame(context, gameName) {
  const place = h('div', { class: 'new' });
  // The button stands below what scrolls, not over it: nothing that can be chosen is ever under it.
  const bar = h('div', { class: 'new-start' });
  const element = h('div', { class: 'new-page' }, h('div', { class: 'new-scroll' }, place), bar);
  /** @type {GameInfo[]} */
  let games = [];
  /** @type {number[]} */
  let levels = [];
  /** @type {Choice} */
  const choice = {
    opponent: 'computer',
    level: context.settings.get().level,
    side: 'light',
    preset: '',
    choices: {},
    control: 'none',
    form: formsOf(gameName)[0] ?? 'single',
    handicap: '',
    help: false,
    isPublic: false,
    showsRules: false,
    showsTime: false,
    search: '',
  };
  let isStarting = false;
  const game = () => games.find(({ name }) => name === gameName) ?? games[0];

  /** @param {string} name */
  function choosePreset(name) {
    choice.preset = name;
    choice.choices = { ...game()?.presets.find((preset) => preset.name === name)?.choices };
  }

  async function load() {
    try {
      ({ games, levels } = await context.api.games());
      choice.level = levels.includes(choice.level) ? choice.level : Math.max(...levels);
      if (choice.preset === '') choosePreset(game()?.presets[0]?.name ?? '');
      show();
    } catch (error) {
      setChildren(place, h('p', { class: 'error', attrs: { role: 'alert' } }, failureText(context, error)));
    }
  }

  async function start() {
    const info = game();
    if (!info || isStarting) return;
    const { settings } = context;
    settings.set({ level: choice.level });
    showStart(true);
    try {
      const path = await openTable(context, {
        ruleset: rulesetText(info.name, choice.preset, changesTo(info, choice.preset, choice.choices)),
        handicap: choice.form !== 'single' && choice.handicap !== '' ? rulesetText(info.name, choice.handicap, {}) : null,
        form: choice.form,
        control: choice.control,
        side: choice.side === 'lot' ? null : choice.side,
        opponent: choice.opponent === 'computer' ? { computer: choice.level } : choice.opponent,
        help: choice.help && choice.opponent === 'friend',
        name: settings.get().name || null,
        public: choice.isPublic,
      });
      context.go(path);
    } catch (error) {
      showStart(false);
      context.toast(failureText(context, error));
    }
  }

  /** One click opens one table. @param {boolean} isUnderWay */
  function showStart(isUnderWay) {
    isStarting = isUnderWay;
    const button = bar.querySelector('button');
    if (button) setIdle(button, isStarting);
  }

  function show() {
    const info = game();
    if (!info) return;
    const { say } = context;
    const focused = document.activeElement?.id;
    /** @param {Partial<Choice>} change */
    const choose = (change) => {
      Object.assign(choice, change);
      show();
    };
    const form = h(
      'form',
      { class: 'new-form', attrs: { id: 'new-form' }, on: { submit: (event) => (event.preventDefault(), void start()) } },
      h('nav', { class: 'new-games', attrs: { 'aria-label': say('web.new.which') } }, games.map((other) => gameTile(context, other, info))),
      h('div', { class: 'new-title' }, h('h1', null, info.title), h('p', { class: 'home-lead' }, info.about), lessonsLink(context, info)),
      segments('opponent', say('web.new.whom'), choice.opponent, [
        ['computer', say('web.new.computer')],
        ['friend', say('web.new.friend')],
        ['same-screen', say('web.new.same-screen')],
      ], (opponent) => choose({ opponent: /** @type {Choice['opponent']} */ (opponent) })),
      choice.opponent === 'computer' ? levelField(context, info, levels, choice, choose) : h('p', { class: 'about new-opponent' }, say(choice.opponent === 'friend' ? 'web.new.friend.about' : 'web.new.same-screen.about')),
      choice.opponent === 'friend' && nameField(context),
      choice.opponent === 'friend' && toggle('help', say('web.new.help'), say('web.new.help.about'), choice.help, (isOn) => (choice.help = isOn)),
      segments('side', say('web.new.which-side'), choice.side, [
        ['light', sideName(say, info.name, 'light')],
        ['dark', sideName(say, info.name, 'dark')],
        ['lot', say('web.new.lot')],
      ], (side) => choose({ side: /** @type {Choice['side']} */ (side) })),
      rulesFold(context, info, choice, choose, (name) => {
        choosePreset(name);
        show();
      }),
      timeFold(context, info, choice, choose),
    );
    setChildren(bar, h('button', { class: 'button button-primary button-large', attrs: { type: 'submit', form: 'new-form' } }, icon('play'), say('web.new.start')));
    showStart(isStarting);
    setChildren(place, h('img', { class: 'new-picture', attrs: { src: pictureOf(context, info, choice), alt: '', width: 600, height: 500 } }), form);
    if (focused) document.getElementById(focused)?.focus();
  }

  void load();
  return {
    element,
    title: () => `${context.say('web.new.title')} – Tablen`,
    relabel: () => void load(),
    end() {},
  };
}

/** Lessons are of the games that have a book. @param {Context} context @param {GameInfo} game */
const lessonsLink = ({ say }, { name }) => gameOf(name).book !== undefined && h('p', null, h('a', { attrs: { href: `/learn/${name}/lessons` } }, say('web.new.lessons')));

/**
 * @param {Context} context
 * @param {GameInfo} game
 * @param {GameInfo} chosen
 */
function gameTile({ api }, game, chosen) {
  return h(
    'a',
    { class: 'game-tile', attrs: { href: newGamePath(game.name), 'aria-current': game === chosen ? 'page' : null } },
    h('img', { attrs: { src: api.diagramAddress(game.presets[0]?.ruleset ?? ''), alt: '', width: 72, height: 72 } }),
    h('span', null, game.title),
  );
}

/**
 * The game as it will be: its own picture for the usual rules, otherwise what is changed about it.
 * @param {Context} context
 * @param {GameInfo} game
 * @param {Choice} choice
 */
function pictureOf(context, game, choice) {
  const changes = changesTo(game, choice.preset, choice.choices);
  const isUsual = choice.preset === game.presets[0]?.name && Object.keys(changes).length === 0;
  return gamePicture(context, game.name, rulesetText(game.name, choice.preset, changes), isUsual);
}

/**
 * The opponents, the weakest first, and who the chosen one is.
 * @param {Context} context
 * @param {GameInfo} game
 * @param {number[]} levels
 * @param {Choice} choice
 * @param {(change: Partial<Choice>) => void} choose
 */
function levelField({ say }, game, levels, choice, choose) {
  return h(
    'fieldset',
    { class: 'field opponents' },
    h('legend', { class: 'visually-hidden' }, say('web.new.level')),
    h(
      'div',
      { class: 'segments' },
      levels.map((level) =>
        h(
          'label',
          { class: 'segment opponent' },
          h('input', {
            attrs: { type: 'radio', name: 'level', id: `level-${level}`, value: level, checked: level === choice.level },
            on: { change: () => choose({ level }) },
          }),
          h('span', null, h('b', null, opponentName(say, game.name, level)), h('small', null, levelName(say, level))),
        ),
      ),
    ),
    h('p', { class: 'about opponent-about', attrs: { role: 'status' } }, h('b', null, opponentName(say, game.name, choice.level)), ' ', opponentCharacter(say, game.name, choice.level), '.'),
  );
}

/**
 * Clock, rounds, and who may watch.
 * @param {Context} context
 * @param {GameInfo} game
 * @param {Choice} choice
 * @param {(change: Partial<Choice>) => void} choose
 */
function timeFold(context, game, choice, choose) {
  const { say } = context;
  const chosen = `${controlName(say, choice.control)} · ${formName(say, choice.form)}`;
  return h(
    'div',
    { class: 'fold' },
    fold(
      'time', say('web.new.time'), chosen, choice.showsTime, (isOpen) => (choice.showsTime = isOpen),
      segments('control', say('web.new.clock'), choice.control, CONTROLS.map((control) => [control, controlName(say, control)]), (control) => choose({ control })),
      segments('form', say('web.new.match'), choice.form, formsOf(game.name).map((kind) => [kind, formName(say, kind)]), (kind) => choose({ form: kind })),
      choice.form !== 'single' && game.presets.length > 1 && handicapField(context, game, choice, choose),
      toggle('public', say('web.new.public'), say('web.new.public.about'), choice.isPublic, (isOn) => (choice.isPublic = isOn)),
    ),
    game.name === TWO_ROUNDS_FIRST && choice.form === 'two-rounds' && h('p', { class: 'about' }, say('web.new.two-rounds')),
  );
}

/**
 * @param {Context} context
 * @param {GameInfo} game
 * @param {Choice} choice
 * @param {(change: Partial<Choice>) => void} choose
 */
function handicapField({ say }, game, choice, choose) {
  const select = h(
    'select',
    { attrs: { id: 'handicap' }, on: { change: () => choose({ handicap: select.value }) } },
    h('option', { attrs: { value: '' } }, say('web.new.handicap.none')),
    game.presets.map((preset) =>
      h('option', { attrs: { value: preset.name, selected: preset.name === choice.handicap } }, preset.title),
    ),
  );
  return h('div', { class: 'field' }, h('label', { attrs: { for: 'handicap' } }, say('web.new.handicap')), select);
}
