// @ts-check
// To give a study away, to take one in, and to play on from a position.

import { openDialog } from '../dialog.js';
import { h, icon, iconButton } from '../dom.js';
import { failureText } from '../failure-text.js';
import { nameField } from '../name-field.js';
import { levelName, opponentName, sideName } from '../names.js';
import { openTable } from '../open-table.js';
import { download, pngOf } from '../png.js';
import { createRecordForm } from '../record-form.js';
import { copyRow } from '../share-dialog.js';

/** @typedef {import('../context.js').Context} Context */
/** @typedef {import('../../protocol.js').Colour} Colour */

/**
 * @param {Context} context
 * @param {object} study
 * @param {string | null} study.address nothing if it would be too long
 * @param {string} study.position
 * @param {() => string} study.picture
 * @param {() => import('../png.js').Caption} study.caption what stands below it
 * @param {() => Promise<string>} study.record
 * @param {() => string} study.file all of it as JSON
 * @param {number | null} study.round the one that the record is of, where there are several
 */
export function openStudyShare(context, { address, position, picture, caption, record, file, round }) {
  const { say } = context;
  const attempt = (/** @type {() => Promise<unknown>} */ act) => () => void act().catch((error) => context.toast(failureText(context, error)));
  const saveRecord = attempt(async () => download(new Blob([await record()], { type: 'text/plain' }), 'tablen-study.txt'));
  const saveFile = () => void download(new Blob([file()], { type: 'application/json' }), 'tablen-study.json');
  const savePicture = () => void pngOf(picture(), caption()).then((blob) => download(blob, 'tablen-study.png')).catch(() => context.toast(say('web.share.no-picture')));
  openDialog(
    context,
    say('studies.share'),
    address === null ? h('p', { class: 'about only-here' }, say('studies.too-long')) : [h('p', { class: 'about' }, say('studies.share.about')), copyRow(context, address)],
    h('h3', null, say('web.share.picture')),
    h('div', { class: 'row' }, iconButton('download', say('web.share.picture.save'), savePicture, { isLabelShown: true })),
    h('h3', null, say('studies.record')),
    h('div', { class: 'row' },
      // A record of a study has one round; its JSON has them all.
      iconButton('download', round === null ? say('web.share.record.text') : say('studies.record.round', { round }), saveRecord, { isLabelShown: true }),
      iconButton('download', say(round === null ? 'web.share.record.json' : 'studies.record.all'), saveFile, { isLabelShown: true })),
    h('h3', null, say('studies.position')),
    h('textarea', { class: 'editor-text', attrs: { rows: 2, readonly: true, 'aria-label': say('studies.position') }, on: { focus: (event) => event.target.select() } }, position),
  );
}

/**
 * @param {Context} context
 * @param {(text: string) => Promise<void>} bring
 */
export function openStudyImport(context, bring) {
  const { say } = context;
  const form = createRecordForm(context, {
    id: 'study-record', about: say('studies.import.about'), rows: 8, isFirst: true,
    async bring(text) {
      await bring(text);
      dialog.close();
    },
  });
  const dialog = openDialog(context, say('studies.import'), form.parts);
}

/**
 * To play on from a position: against the computer, a friend, or oneself.
 * @param {Context} context
 * @param {{ ruleset: string, start: string, side: Colour, game: string }} from
 */
export function openPlayDialog(context, { ruleset, start, side, game }) {
  const { say, settings } = context;
  const error = h('p', { class: 'error', attrs: { role: 'alert' } });
  const level = h('select', { attrs: { id: 'study-level' } });
  void context.api.games().then(({ levels }) => level.append(...levels.map((one) => h('option', { attrs: { value: one, selected: one === settings.get().level } }, `${opponentName(say, game, one)} · ${levelName(say, one)}`)))).catch(() => {});
  const own = h('select', { attrs: { id: 'study-own' } }, /** @type {const} */ (['light', 'dark']).map((colour) => h('option', { attrs: { value: colour, selected: colour === side } }, sideName(say, game, colour))));
  const open = async (/** @type {import('../api.js').NewTable['opponent']} */ opponent) => {
    error.textContent = '';
    try {
      const path = await openTable(context, {
        ruleset, start, opponent, handicap: null, form: 'single', control: 'none', side: own.value === 'light' ? 'light' : 'dark', name: settings.get().name || null, public: false,
      });
      context.go(path);
    } catch (failure) {
      error.textContent = failureText(context, failure);
    }
  };
  const button = (/** @type {string} */ label, /** @type {() => void} */ act, isFirst = false) =>
    h('button', { class: `button ${isFirst ? 'button-primary' : ''}`, attrs: { type: 'button' }, on: { click: act } }, isFirst && icon('play'), h('span', null, label));
  openDialog(
    context,
    say('studies.play'),
    h('p', { class: 'about' }, say('studies.play.about')),
    h('div', { class: 'field' }, h('label', { attrs: { for: 'study-own' } }, say('web.new.side')), own),
    h('div', { class: 'field' }, h('label', { attrs: { for: 'study-level' } }, say('web.new.level')), level),
    nameField(context),
    h('div', { class: 'row' },
      button(say('studies.play.computer'), () => void open({ computer: Number(level.value) || settings.get().level }), true),
      button(say('studies.play.friend'), () => void open('friend')),
      button(say('studies.play.self'), () => void open('same-screen'))),
    error,
  );
}
