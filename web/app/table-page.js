// @ts-check
// A table: the board, the players, what was played, what can be done.

import { materialOf } from '../board/index.js';
import { createBetweenRounds } from './between-rounds.js';
import { boardSettings, onBoardSettings } from './board-settings.js';
import { focusBoard, h, setAttr, setChildren, setText } from './dom.js';
import { familyOf } from './families/index.js';
import { gameOf } from './games.js';
import { late } from './late.js';
import { missingPanel } from './missing-panel.js';
import { formName } from './names.js';
import { createRoundEnds } from './round-ends.js';
import { hashOf } from './route.js';
import { createSocketConnection } from './socket-connection.js';
import { scoreOf, statusOf } from './status-texts.js';
import { listenToKeys } from './table-keys.js';
import { createTableParts } from './table-layout.js';
import { across, inRound, linesOf, mayPremove, momentIn, nearestKnown, nearSeat, placeAmong, turnsOf } from './table-state.js';
import { createTableStore } from './table-store.js';
import { createVoice } from './table-voice.js';

/** @typedef {import('./context.js').Context} Context */
/** @typedef {import('../protocol.js').View} View */
/** @typedef {import('./move-list.js').Look} Look */
/** @typedef {import('./table-layout.js').TableParts} Parts */
/** @typedef {import('./table-state.js').TableState} State */

/**
 * @param {Context} context
 * @param {string} id
 * @param {Look} moment
 * @returns {import('./context.js').Page}
 */
export function createTablePage(context, id, moment) {
  const element = h('div', { class: 'table' });
  /** @type {Look} */
  let look = moment;
  /** What is seen on the board only as long as somebody points at it. @type {Look} */
  let preview = null;
  /** Whether this board is seen from its other side than all others. */
  let isTurned = false;
  const ends = createRoundEnds();
  /** Whether somebody no longer waits for an opponent. */
  let isCancelled = false;
  const voice = createVoice(context);
  /** The name with which somebody is about to sit down, while everything is written in another language. @type {string | null} */
  let typedName = null;
  /** @type {Parts | null} */
  let parts = null;
  const listening = new AbortController();
  const { signal } = listening;
  /** @type {import('./connection.js').Connect} */
  const connect = (listener) => createSocketConnection({ address: (since, generation) => context.api.socketAddress(id, context.lang(), since, generation) }, listener);
  const store = createTableStore(context, id, connect, {
    stillIn: () => parts?.board.stillIn() ?? 0,
    onChange: update,
    onStatus: showConnection,
    onWhy: (text) => parts?.board.note(text),
    onRefused: (text) => parts?.board.refuse(text),
    onHint: (hint) => parts?.board.set({ hint }),
  });

  const between = createBetweenRounds({ goOn: () => lookAt(null), ready: store.ready });

  const build = () => createTableParts(context, {
    id, element, store, settings: shownAs(), signal,
    doing: { flip, share, keys: () => void showKeys(), lookAt, preview: showPreview, lookFurther, putAside, replay, cancel, ahead: voice.ahead },
  });

  const isFlipped = () => context.settings.get().flip !== isTurned;

  async function showKeys() {
    (await late(context, import('./keys-dialog.js')))?.openKeysDialog(context);
  }

  const shownAs = () => ({ ...boardSettings(context), isFlipped: isFlipped() });

  /** This board only: how all others are seen is chosen in the settings. */
  function flip() {
    isTurned = !isTurned;
    parts?.board.set(shownAs());
    update();
  }

  /** @param {Look} next */
  function lookAt(next) {
    const isNews = look !== null || next !== null;
    look = next;
    preview = null;
    if (next === null && ends.held() !== null) ends.goOn();
    // The address of a moment can be copied from the bar; looking around does not fill the history.
    history.replaceState(null, '', look === null ? location.pathname : hashOf(look));
    update();
    if (isNews) voice.moment(store.state(), look);
  }

  /** @param {Look} next */
  function showPreview(next) {
    preview = next;
    update();
  }

  /** The list is scrolled to the first turn that is known. @param {{ round: number, turn: number }} before */
  function lookFurther(before) {
    void store.reach(before);
  }

  function putAside() {
    ends.putAside();
    update();
    if (parts) focusBoard(parts.result.element);
  }

  /** The end of the round that the card tells of. @param {number} turn */
  function replay(turn) {
    ends.putAside();
    parts?.moves.replay(turn);
  }

  function share() {
    const module = import('./table-sharing.js');
    // A film shows the round from its beginning.
    const round = look?.round ?? store.state().view?.round ?? 1;
    const shown = () => ({ state: store.state(), look, isFlipped: isFlipped(), picture: () => parts?.board.picture() ?? '' });
    void late(context, store.reach({ round, turn: 1 }).then(() => module)).then((sharing) => sharing?.shareTable(context, id, shown()));
  }

  function update() {
    const state = store.state();
    const { view } = state;
    // Those who come later want to see this game, not the next one.
    if (state.next !== null && state.isNextNew) {
      context.go(state.next);
      return;
    }
    if (view === null) {
      showMissing();
      return;
    }
    parts ??= build();
    context.kept.see(id, view);
    if (isCancelled && view.phase === 'aborted') {
      context.go('/');
      return;
    }
    // What an address names is known only when the game is.
    look = momentIn(state, ends.see(state, look));
    if (look !== null && nearestKnown(state, look) !== look) void store.reach(look);
    showSides(state, view, parts);
    showActions(state, view, parts);
    showBoard(state, view, parts);
    between.update(view, state.readAt, ends.held() !== null);
    voice.change(state);
    document.title = title();
    tick();
  }

  /** What stands around the board while it is played. @param {State} state @param {View} view @param {Parts} shown */
  function showSides(state, view, shown) {
    const near = isFlipped() ? across(nearSeat(view)) : nearSeat(view);
    // The men beside the players are made of what those on the board are.
    setAttr(element, 'data-material', materialOf(gameOf(view.game).family, view.game));
    setAttr(element, 'data-dice', view.board && String(familyOf(view).hasDice));
    setAttr(element, 'data-busy', store.isBusy());
    setAttr(element, 'data-looking', look !== null);
    setText(shown.heading, context.say(gameOf(view.game).title));
    showScore(view);
    shown.near.update(state, near);
    shown.far.update(state, across(near));
    shown.moves.update(state, look);
    shown.notice.update(view, store.answer(), look, ends.held());
  }

  /** What can be done now, and what is told of an end. @param {State} state @param {View} view @param {Parts} shown */
  function showActions(state, view, shown) {
    const isEnded = view.phase === 'over' || view.phase === 'aborted';
    // What is told of an end is not told under the sheet.
    if ((isEnded && element.dataset['phase'] !== view.phase) || (ends.told() !== null && !element.hasAttribute('data-told'))) shown.sheet.close();
    setAttr(element, 'data-phase', view.phase);
    setAttr(element, 'data-told', ends.told() !== null);
    shown.actions.turn.hidden = shown.actions.rest.hidden = isEnded || view.phase === 'waiting';
    shown.after.element.hidden = !isEnded;
    // First the card that it stands in: what is hidden cannot take the focus.
    shown.result.update(view, ends.told(), turnsOf(state, ends.told() ?? 0));
    if (isEnded) shown.after.update(state);
    else shown.actions.update(view, store.isBusy());
  }

  /** The board, or what lies over it before the game. @param {State} state @param {View} view @param {Parts} shown */
  function showBoard(state, view, { board, overlay }) {
    const wasInOverlay = overlay.element.contains(document.activeElement);
    overlay.update(view, typedName, store.isBusy());
    if (view.board === null) return;
    const seen = nearestKnown(state, momentIn(state, preview ?? look));
    const round = seen?.round ?? view.round;
    const lines = linesOf(state, round);
    // To the board a moment is the number of its last line; before the first there is none.
    board.set({ scene: { view: inRound(view, round), lines, look: seen === null ? null : placeAmong(lines, seen.turn) }, premoves: mayPremove(view) });
    // Who has just sat down, or had the link in hand when the other one did, goes on at the board.
    if (wasInOverlay && overlay.element.hidden) focusBoard(overlay.element);
  }

  /** @param {View} view */
  function showScore(view) {
    if (!parts) return;
    const { near, far } = scoreOf(view);
    const text = context.say('web.score', { round: view.round, near, far });
    setText(parts.score, view.form === 'single' ? '' : text);
    setAttr(parts.score, 'title', formName(context.say, view.form));
  }

  /** Nobody has come: the table is taken away. */
  function cancel() {
    isCancelled = true;
    store.act('abort');
  }

  function showMissing() {
    const { say } = context;
    if (store.isMissing()) context.setBanner('');
    else {
      if (element.childElementCount === 0) setChildren(element, h('p', { class: 'table-loading', attrs: { role: 'status' } }, say('web.loading')));
      return;
    }
    setChildren(element, missingPanel(say, say('web.missing'), say('web.missing.about')));
  }

  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  function tick() {
    clearTimeout(timer);
    const state = store.state();
    if (!parts || state.view === null) return;
    const near = isFlipped() ? across(nearSeat(state.view)) : nearSeat(state.view);
    const now = performance.now();
    const wait = Math.min(parts.near.tick(state, near, now), parts.far.tick(state, across(near), now));
    if (wait !== Infinity) timer = setTimeout(tick, wait);
  }

  function title() {
    const { view } = store.state();
    if (view === null) return 'Tablen';
    const game = context.say(gameOf(view.game).title);
    return view.acts_for !== null && view.viewer !== 'both' ? `● ${statusOf(context.say, view).head} – ${game}` : `${game} – Tablen`;
  }

  /** @param {import('./connection.js').Status} status */
  function showConnection(status) {
    document.body.dataset['link'] = status;
    if (status === 'open') context.setBanner('');
    else if (status === 'stopping') context.setBanner(context.say('web.link.stopping'));
    else if (status === 'lost') context.setBanner(context.say(navigator.onLine ? 'web.link.lost' : 'web.link.offline'));
  }

  /** Somebody is back at the page, or the network is. */
  function comeBack() {
    if (document.visibilityState === 'visible') store.hurry();
  }

  listenToKeys({
    look: (key) => parts?.moves.key(key) ?? false,
    flip,
    sketch: () => parts?.drawing.toggle(),
    next: (step) => parts?.board.focusNext(step),
    help: () => void showKeys(),
    drop: () => parts?.board.letGo() ?? false,
    typeOn: (key) => parts?.typeOn(key) ?? false,
    type(text) {
      return parts !== null && parts.board.state().actions.targets.size > 0 && parts.type(text);
    },
  }, signal);
  addEventListener('online', comeBack, { signal });
  document.addEventListener('visibilitychange', comeBack, { signal });
  const stopSettings = onBoardSettings(context, () => {
    parts?.board.set(shownAs());
    update();
  });

  /** Everything that is shown goes; what is known of the table stays. */
  function takeDown() {
    parts?.moves.end();
    parts?.result.end();
    parts?.leave();
    parts?.board.destroy();
    parts = null;
  }

  update();
  return {
    element,
    title,
    relabel() {
      store.speakLanguage();
      typedName = parts?.overlay.typed() ?? null;
      takeDown();
      update();
    },
    end() {
      clearTimeout(timer);
      between.end();
      listening.abort();
      delete document.body.dataset['link'];
      context.setBanner('');
      stopSettings();
      takeDown();
      store.end();
    },
  };
}
