// @ts-check
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { tavli as tavliFamily } from '../app/families/tavli.js';
import { placementOf } from '../board/changes.js';
import { emptyState, firstKnown, inRound, isOfOthers, linesOf, momentIn, nearestKnown, placeAmong, recall, receive, seatFor, since, stepByStep, turnsOf } from '../app/table-state.js';

const fixture = async (/** @type {string} */ name) => JSON.parse(await readFile(new URL(`../fixtures/${name}.json`, import.meta.url), 'utf8'));
const presence = { host: true, guest: true, watching: 0 };
const view = await fixture('view-tablut-middle');
const lines = await fixture('lines-tablut');
const log = await fixture('log-tablut');
const told = (/** @type {object} */ parts) => /** @type {any} */ ({ type: 'state', events: [], view, lines: [], presence, ...parts });

test('a state is kept with the moment it came in', () => {
  const state = receive(emptyState(), told({ events: log.slice(0, 12), lines }), 1234);
  assert.equal(state.readAt, 1234);
  assert.equal(state.lines.length, 9);
  assert.equal(since(state), 12);
});

test('events that come twice are kept once', () => {
  const first = receive(emptyState(), told({ events: log.slice(0, 8) }), 0);
  const again = receive(first, told({ events: log.slice(5, 12) }), 0);
  assert.deepEqual(again.events, log.slice(0, 12));
});

test('turns taken back are forgotten, and played again', () => {
  const all = receive(emptyState(), told({ lines }), 0);
  const back = receive(all, told({ view: { ...view, turns: 7 } }), 0);
  assert.deepEqual(back.lines, lines.slice(0, 7));
  const other = { ...lines[7], text: 'E7-D7' };
  const again = receive(back, told({ view: { ...view, turns: 8 }, lines: [other] }), 0);
  assert.deepEqual(again.lines.map(({ text }) => text), [...lines.slice(0, 7).map((/** @type {any} */ { text }) => text), 'E7-D7']);
});

test('earlier rounds stay known', () => {
  const first = receive(emptyState(), told({ lines }), 0);
  const second = receive(first, told({ view: { ...view, round: 2, turns: 1 }, lines: [{ ...lines[0], round: 2 }] }), 0);
  assert.equal(linesOf(second, 1).length, 9);
  assert.equal(linesOf(second, 2).length, 1);
  const late = receive(second, told({ view: { ...view, round: 2, turns: 1 }, lines: lines.slice(0, 2) }), 0);
  assert.deepEqual(late.lines.map(({ round, turn }) => `${round}.${turn}`).slice(0, 3), ['1.1', '1.2', '1.3']);
});

test('a moment that the game never came to is not shown', () => {
  const state = receive(emptyState(), told({ lines }), 0);
  assert.deepEqual(momentIn(state, { round: 1, turn: 3 }), { round: 1, turn: 3 });
  assert.equal(momentIn(state, { round: 1, turn: 9 }), null);
  assert.equal(momentIn(state, { round: 1, turn: 1000 }), null);
  assert.equal(momentIn(state, { round: 2, turn: 1 }), null);
  assert.equal(momentIn(state, { round: 0, turn: 0 }), null);
  const later = receive(state, told({ view: { ...view, round: 2, turns: 0 } }), 0);
  assert.deepEqual(momentIn(later, { round: 1, turn: 1000 }), { round: 1, turn: 9 });
});

test('after a reload in a later round the earlier ones can be looked at', () => {
  const second = lines.slice(0, 2).map((/** @type {any} */ line) => ({ ...line, round: 2, seat: line.seat === 'host' ? 'guest' : 'host' }));
  const { host, guest } = view.seats;
  const exchanged = { host: { ...host, colour: guest.colour }, guest: { ...guest, colour: host.colour } };
  const rounds = [{ winner: null, reason: 'agreed', captured: { host: 0, guest: 0 }, turns: lines.length, light: host.colour === 'light' ? 'host' : 'guest' }];
  const state = receive(emptyState(), told({ view: { ...view, seats: exchanged, rounds, round: 2, turns: 2 }, lines: [...lines, ...second], events: log }), 0);
  assert.deepEqual(linesOf(state, 1), lines);
  assert.deepEqual(linesOf(state, 2), second);
  const shown = (/** @type {number} */ round, /** @type {number} */ turn) => placementOf({ view: inRound(/** @type {any} */ (state.view), round), lines: linesOf(state, round), look: turn - 1 });
  // The end of the first round, and its start, are those of a page that was there all the time.
  const known = receive(emptyState(), told({ lines }), 0);
  for (const turn of [0, lines.length]) {
    const was = placementOf({ view: /** @type {any} */ (known.view), lines: linesOf(known, 1), look: turn - 1 });
    assert.deepEqual(shown(1, turn), was);
  }
  assert.notDeepEqual(shown(1, lines.length), shown(2, 2));
  // Connecting again tells the rounds that are not over yet once more; nothing is lost or doubled.
  assert.deepEqual(receive(state, told({ view: state.view, lines: second }), 0).lines, state.lines);
});

test('a rematch is followed only by those who were there when it was agreed', () => {
  const agreed = { sequence: log.length, at: 0, event: 'rematch-agreed' };
  const next = { type: 'next', path: '/t/next' };
  const follows = (/** @type {any[]} */ ...messages) => {
    const state = messages.reduce((known, message) => receive(known, message, 0), emptyState());
    assert.equal(state.next, '/t/next');
    return state.isNextNew;
  };
  assert.equal(follows(told({ events: log }), told({ events: [agreed] }), next), true);
  assert.equal(follows(told({ events: [...log, agreed] }), next), false, 'the game had a rematch when the page came');
  assert.equal(follows(told({ events: [...log, agreed] }), next, told({ events: [agreed] }), next), false, 'the connection was lost meanwhile');
});

test('at one screen the one who was asked answers', () => {
  const both = { ...view, viewer: 'both', acts_for: 'host', draw_offer: 'host' };
  assert.equal(seatFor(both, 'accept-draw'), 'guest');
  assert.equal(seatFor(both, 'move'), 'host');
  assert.equal(seatFor(view, 'move'), undefined);
});

test('a step is forced when there is no other', async () => {
  const tavli = await fixture('view-tavli-middle');
  const { forced } = tavliFamily;
  assert.equal(forced(tavli), null);
  const one = { ...tavli, board: { ...tavli.board, next: [tavli.board.next[0], tavli.board.next[0]] } };
  const { from, die } = tavli.board.next[0];
  assert.deepEqual(forced(one), { command: 'turn', steps: [{ from, die }] });
  assert.equal(forced({ ...one, may: [] }), null);
});

test('only what others play is waited for', () => {
  const known = receive(emptyState(), told({}), 0);
  const of = (/** @type {string} */ seat) => told({ view: { ...view, viewer: 'host' }, events: [{ sequence: 99, at: 0, event: 'moved', seat }] });
  assert.equal(isOfOthers(known, of('guest')), true);
  assert.equal(isOfOthers(known, of('host')), false);
  assert.equal(isOfOthers(emptyState(), of('guest')), false, 'a newcomer sees the table at once');
  assert.equal(isOfOthers(known, { type: 'done', key: 1 }), false);
});

test('an earlier round has its number and its sides', () => {
  const rounds = ['host', 'guest'].map((light) => ({ winner: null, reason: 'agreed', captured: { host: 0, guest: 0 }, light }));
  const later = { ...view, round: 3, rounds };
  const other = { game: 'other', preset: 'brandubh', rules: 'tafl', board: { kind: 'tafl', size: 7 } };
  const handicapped = { ...later, rounds: later.rounds.map((/** @type {object} */ round, /** @type {number} */ index) => (index === 1 ? { ...round, played_by: other } : round)) };
  assert.equal(/** @type {any} */ (inRound(handicapped, 2).board).size, 7, 'a round by other rules has its own board');
  assert.equal(inRound(handicapped, 1).board, later.board);
  assert.equal(inRound(later, 3), later);
  assert.deepEqual([1, 2].map((round) => inRound(later, round).round), [1, 2]);
  assert.deepEqual([1, 2].map((round) => inRound(later, round).seats.host.colour), ['light', 'dark']);
  assert.deepEqual([1, 2].map((round) => inRound(later, round).seats.guest.colour), ['dark', 'light']);
});

test('a turn that somebody else has played in one message is shown step by step', async () => {
  const [start, all] = await Promise.all([fixture('view-tavli-middle'), fixture('lines-tavli')]);
  const at = /** @type {any[]} */ (all).findIndex(({ steps, seat, turn }) => turn > 1 && seat === 'guest' && steps.length > 2 && steps.some((/** @type {any} */ { hit }) => hit));
  const [before, line] = [all[at - 1], all[at]];
  const faces = [...new Set(line.roll)].map((die) => ({ die, counts: 4, left: 4, playable: 4, now: true }));
  const board = { ...start.board, white: before.white, black: before.black, roll: line.roll, faces, steps: [], next: [], ways: [] };
  const thrown = { ...start, viewer: 'host', acts_for: null, to_act: 'guest', may: [], turns: line.turn - 1, next: 100, board };
  const ended = { ...start, viewer: 'host', to_act: 'host', may: ['roll'], turns: line.turn, next: 101 + line.steps.length };
  const events = [{ sequence: 100, at: 0, event: 'stepped', seat: 'guest' }];
  const known = receive(emptyState(), told({ view: thrown }), 0);
  const message = told({ view: { ...ended, board: { ...board, white: line.white, black: line.black, roll: null } }, lines: [line], events });
  const shown = /** @type {any[]} */ (stepByStep(known, message));
  assert.equal(shown.length, line.steps.length + 1);
  assert.equal(shown.at(-1), message);
  assert.deepEqual(shown.slice(0, -1).map(({ view: { board: { steps } } }) => steps.length), line.steps.map((/** @type {any} */ _, /** @type {number} */ index) => index + 1));
  const last = shown.at(-2).view.board;
  assert.deepEqual([last.white, last.black], [line.white, line.black], 'the men are where the steps take them');
  const own = told({ ...message, view: { ...message.view, viewer: 'guest' } });
  assert.deepEqual(stepByStep(known, own), [own], 'one’s own turn was seen when it was played');
  assert.deepEqual(stepByStep(emptyState(), message), [message], 'a newcomer sees the table as it is');
});

test('a throw that was passed is shown before what came after it, whoever threw', async () => {
  const [start, all] = await Promise.all([fixture('view-tavli-middle'), fixture('lines-tavli')]);
  const line = { ...all[0], turn: 1, seat: 'host', roll: '555', steps: [], faces: [{ die: '5', counts: 12, left: 12, playable: 0, now: false, against: [{ reason: 'blocked', at: '12' }] }] };
  const board = { ...start.board, white: line.white, black: line.black, roll: null, faces: [], steps: [], next: [], ways: [] };
  const before = { ...start, viewer: 'host', acts_for: 'host', to_act: 'host', may: ['roll'], turns: 0, next: 10, board };
  const thrown = { ...before, acts_for: null, to_act: 'guest', may: [], turns: 1, next: 13, board: { ...board, roll: '123', faces: [{ die: '1', counts: 1, left: 1, playable: 1, now: true }] } };
  const known = receive(emptyState(), told({ view: before }), 0);
  const events = [{ sequence: 10, at: 0, event: 'rolled', seat: 'host' }, { sequence: 12, at: 0, event: 'rolled', seat: 'guest' }];
  for (const heard of [events, events.slice(0, 1)]) {
    const shown = /** @type {any[]} */ (stepByStep(known, told({ view: thrown, lines: [line], events: heard })));
    assert.deepEqual(shown.map(({ view: { board: { roll } }, stays }) => [roll, stays]), [['555', true], ['123', undefined]]);
    assert.deepEqual(shown[0].view.board.faces, line.faces);
    assert.deepEqual([shown[0].view.to_act, shown[0].view.acts_for, shown[0].view.may], ['host', null, []]);
  }
  // Who has ended the turn has seen it already.
  const stuck = receive(emptyState(), told({ view: { ...before, board: { ...board, roll: '555', faces: line.faces } } }), 0);
  assert.equal(stepByStep(stuck, told({ view: thrown, lines: [line], events })).length, 1);
});

test('of a long round the end is known first, and what was before is put before it', () => {
  const end = receive(emptyState(), told({ lines: lines.slice(5), events: log.slice(7, 12) }), 0);
  assert.equal(firstKnown(end, 1), 6);
  assert.equal(turnsOf(end, 1), lines.length);
  assert.deepEqual(momentIn(end, { round: 1, turn: 2 }), { round: 1, turn: 2 }, 'it can be looked at');
  assert.deepEqual(nearestKnown(end, { round: 1, turn: 2 }), { round: 1, turn: 5 }, 'until it is known, the nearest is');
  assert.equal(placeAmong(linesOf(end, 1), 6), 0);
  const more = recall(end, lines.slice(2, 5));
  assert.deepEqual(more.lines, lines.slice(2));
  const all = recall(more, lines.slice(0, 2));
  assert.deepEqual(all.lines, lines);
  const moment = { round: 1, turn: 2 };
  assert.equal(nearestKnown(all, moment), moment);
});

test('who was away for longer than is told at once keeps what has no gap', () => {
  const before = receive(emptyState(), told({ view: { ...view, turns: 3 }, lines: lines.slice(0, 3), events: log.slice(0, 4) }), 0);
  const after = receive(before, told({ lines: lines.slice(6), events: log.slice(8, 12) }), 0);
  assert.deepEqual(after.lines, lines.slice(6));
  assert.deepEqual(after.events, log.slice(8, 12));
  assert.equal(since(after), 12);
});

test('a round of which nothing is known yet is as long as the view says', () => {
  const rounds = [{ winner: null, reason: 'agreed', captured: { host: 0, guest: 0 }, turns: 9, light: 'host' }];
  const state = receive(emptyState(), told({ view: { ...view, rounds, round: 2, turns: 1 }, lines: [{ ...lines[0], round: 2 }] }), 0);
  assert.equal(turnsOf(state, 1), 9);
  assert.equal(firstKnown(state, 1), 10);
  assert.equal(nearestKnown(state, { round: 1, turn: 4 }), null);
  assert.deepEqual(linesOf(recall(state, lines), 1), lines);
});

test('men that were captured before what is known lie in their trays', () => {
  const played = lines.map((/** @type {any} */ line, /** @type {number} */ index) => (index === 1 ? { ...line, captures: ['E1', 'E9'] } : line));
  const by = played[1].seat;
  const seen = /** @type {any} */ ({ ...view, seats: { ...view.seats, [by]: { ...view.seats[by], captured: 2 } } });
  const [all, some] = [played, played.slice(4)].map((known) => placementOf({ view: seen, lines: known, look: null }).map(String).sort());
  assert.equal(all.filter((piece) => piece.startsWith('taken-')).length, 2);
  assert.deepEqual(some, all);
});
