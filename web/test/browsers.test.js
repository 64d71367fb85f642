// @ts-check
// The page runs in the browsers that docs/running.md names: everything it uses is looked up in the compatibility data of MDN.
// Found are members and globals of scripts (by their types), properties, values, functions, selectors and at-rules of styles,
// and elements and attributes of the page. Not found are options inside objects and events named by a string.

import assert from 'node:assert/strict';
import { readFile, readdir } from 'node:fs/promises';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import data from '@mdn/browser-compat-data' with { type: 'json' };
import ts from 'typescript';

/** The oldest versions that are supported, as docs/running.md has them: those of the autumn of 2024. */
const OLDEST = { chrome: 130, edge: 130, firefox: 132, safari: 18, chrome_android: 130, firefox_android: 132, safari_ios: 18 };

/** What some of these browsers lack and the page can do without, with the reason. @type {Record<string, string>} */
const OPTIONAL = {
  'api.Navigator.share': 'the button is there only where this is',
  'api.Window.requestIdleCallback': 'a timer stands in for it',
  'css.properties.-webkit-tap-highlight-color': 'only browsers that flash what is touched need it',
  'css.properties.cursor.default': 'a finger has no cursor',
  'css.properties.cursor.help': 'a finger has no cursor',
  'css.properties.cursor.pointer': 'a finger has no cursor',
  'css.properties.font-family.ui-monospace': 'other fonts follow in the list',
  'css.properties.resize': 'the text scrolls in the field as it is',
  'css.properties.resize.vertical': 'the text scrolls in the field as it is',
  'css.properties.scrollbar-color': 'scroll bars have the colours of the system',
  'css.properties.scrollbar-width': 'the scroll bar is shown',
  'css.properties.scrollbar-width.none': 'the scroll bar is shown',
  'css.properties.user-select': '-webkit-user-select is beside it',
};

/** @typedef {import('@mdn/browser-compat-data').Identifier} Entry */
/** @typedef {Map<string, { entry: Entry, where: Set<string> }>} Uses by the path in the data */

const root = new URL('../', import.meta.url);

/** The page's own files with that ending. @param {string} ending */
async function pageFiles(ending) {
  const names = await readdir(root, { recursive: true });
  return names.filter((name) => name.endsWith(ending) && !/(^|\/)(node_modules|test|screenshots)\//.test(name)).sort();
}

/** The browsers of `OLDEST` that do not have it. @param {Entry} entry */
function lacking(entry) {
  const support = entry.__compat?.support ?? {};
  return Object.entries(OLDEST).filter(([browser, oldest]) => {
    const said = support[/** @type {keyof typeof support} */ (browser)] ?? [];
    return ![said].flat().some(({ version_added: added, version_removed: removed, flags, prefix, alternative_name: other }) =>
      !flags && !prefix && !other && typeof added === 'string' && parseFloat(added.replace('≤', '')) <= oldest
      && !(typeof removed === 'string' && parseFloat(removed.replace('≤', '')) <= oldest));
  }).map(([browser]) => browser);
}

/** @param {Uses} uses @param {string[]} path @param {string} where whether there was such an entry */
function use(uses, path, where) {
  /** @type {any} */
  let entry = data;
  for (const part of path) entry = entry && Object.hasOwn(entry, part) ? entry[part] : undefined;
  if (!entry?.__compat) return false;
  const key = path.join('.');
  const known = uses.get(key) ?? { entry, where: new Set() };
  known.where.add(where);
  uses.set(key, known);
  return true;
}

/** @param {Uses} uses */
const unsupported = (uses) => [...uses].flatMap(([path, { entry, where }]) => {
  const browsers = lacking(entry);
  return browsers.length && !Object.hasOwn(OPTIONAL, path) ? [`${path} (${[...where].join(', ')}) is missing in ${browsers.join(', ')}`] : [];
});

// Scripts

/** The names under which the data has what lib.d.ts declares in this interface. @param {string} name */
const ownerNames = (name) => [name, name === 'IteratorObject' ? 'Iterator' : name.replace(/^Readonly|Constructor$/g, '')];

/** @param {ts.TypeChecker} checker @param {ts.Type} type @returns {string[]} */
function typeNames(checker, type) {
  const parts = type.isUnionOrIntersection() ? type.types : [type];
  return parts.flatMap((part) => {
    const apparent = checker.getApparentType(part);
    const name = apparent.symbol?.name;
    const bases = apparent.isClassOrInterface() ? checker.getBaseTypes(apparent).flatMap((base) => typeNames(checker, base)) : [];
    return [...(name ? ownerNames(name) : []), ...bases];
  });
}

/** @param {string[]} files @param {Uses} uses */
function readScripts(files, uses) {
  const { config } = ts.readConfigFile(fileURLToPath(new URL('tsconfig.json', root)), ts.sys.readFile);
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, fileURLToPath(root));
  // With the newest library, so that what is too new has a type to be found by.
  const program = ts.createProgram(files.map((name) => fileURLToPath(new URL(name, root))), { ...options, lib: ['lib.esnext.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'] });
  const checker = program.getTypeChecker();
  const isBuiltIn = (/** @type {ts.Declaration} */ declaration) => program.isSourceFileDefaultLibrary(declaration.getSourceFile());
  for (const name of files) {
    const source = program.getSourceFile(fileURLToPath(new URL(name, root)));
    assert.ok(source, name);
    /** @param {ts.Node} node */
    const visit = (node) => {
      ts.forEachChild(node, visit);
      if (ts.isVariableDeclarationList(node) && node.flags & ts.NodeFlags.Using) use(uses, ['javascript', 'statements', 'using'], name);
      if (ts.isImportAttributes(node)) use(uses, ['javascript', 'statements', 'import', 'import_attributes'], name);
      if (!ts.isIdentifier(node)) return;
      const declarations = checker.getSymbolAtLocation(node)?.declarations?.filter(isBuiltIn) ?? [];
      if (declarations.length === 0) return;
      const member = node.text;
      const isMember = ts.isPropertyAccessExpression(node.parent) && node.parent.name === node;
      const receivers = isMember ? typeNames(checker, checker.getTypeAtLocation(node.parent.expression)) : [];
      const owners = declarations.flatMap(({ parent }) => ts.isInterfaceDeclaration(parent) ? ownerNames(parent.name.text) : []);
      const places = isMember || owners.length
        ? [...receivers, ...owners].flatMap((owner) => [['javascript', 'builtins', owner, member], ['api', owner, member], ['api', owner, `${member}_static`]])
        : [['javascript', 'builtins', member], ['api', member], ['api', 'Window', member]];
      places.some((path) => use(uses, path, name));
    };
    visit(source);
  }
}

test('scripts use what the supported browsers have', async () => {
  /** @type {Uses} */
  const uses = new Map();
  readScripts(await pageFiles('.js'), uses);
  assert.ok(uses.size > 150, `only ${uses.size} features were found`);
  for (const path of ['javascript.builtins.Array.toReversed', 'api.Element.replaceChildren', 'api.WebSocket']) assert.ok(uses.has(path), path);
  assert.deepEqual(unsupported(uses), []);
});

// Styles

/** @param {string} css @param {string} name @param {Uses} uses */
function readStyle(css, name, uses) {
  const plain = css.replace(/\/\*.*?\*\//gs, '').replace(/url\([^)]*\)|"[^"]*"|'[^']*'/g, '""');
  for (const [, head = '', end] of plain.matchAll(/([^{};]*)([{};])/g)) {
    const text = head.trim();
    const [, rule] = /^@([\w-]+)/.exec(text) ?? [];
    if (rule) {
      use(uses, ['css', 'at-rules', rule], name);
      for (const [, feature = ''] of text.matchAll(/\(\s*([\w-]+)/g)) use(uses, ['css', 'at-rules', rule, feature], name);
    } else if (end === '{') {
      for (const [, selector = ''] of text.matchAll(/::?([\w-]+)/g)) use(uses, ['css', 'selectors', selector], name);
      if (text.includes('&')) use(uses, ['css', 'selectors', 'nesting'], name);
    } else {
      const [, property = '', value = ''] = /^([\w-]+)\s*:(.*)$/s.exec(text) ?? [];
      use(uses, ['css', 'properties', property], name);
      for (const [, word = '', call] of value.matchAll(/(?<![\w#.-])([a-z][\w-]*)(\()?/gi)) {
        if (call) [['css', 'types', word], ['css', 'types', 'color', word], ['css', 'types', 'easing-function', word]].some((path) => use(uses, path, name));
        else use(uses, ['css', 'properties', property, word], name);
      }
    }
  }
}

test('styles use what the supported browsers have', async () => {
  /** @type {Uses} */
  const uses = new Map();
  for (const name of await pageFiles('.css')) readStyle(await readFile(new URL(name, root), 'utf8'), name, uses);
  assert.ok(uses.size > 150, `only ${uses.size} features were found`);
  for (const path of ['css.types.color.light-dark', 'css.at-rules.media', 'css.properties.display.grid']) assert.ok(uses.has(path), path);
  assert.deepEqual(unsupported(uses), []);
});

// Markup

test('markup uses what the supported browsers have', async () => {
  /** @type {Uses} */
  const uses = new Map();
  for (const name of await pageFiles('.html')) {
    for (const [, element = '', attributes = ''] of (await readFile(new URL(name, root), 'utf8')).matchAll(/<([a-z]\w*)([^>]*)>/g)) {
      use(uses, ['html', 'elements', element], name);
      for (const [, attribute = ''] of attributes.matchAll(/\s([a-z-]+)/g)) {
        [['html', 'elements', element, attribute], ['html', 'global_attributes', attribute]].some((path) => use(uses, path, name));
      }
    }
  }
  assert.ok(uses.size > 20, `only ${uses.size} features were found`);
  assert.deepEqual(unsupported(uses), []);
});

// The test itself

test('every exception is one', () => {
  for (const path of Object.keys(OPTIONAL)) {
    /** @type {any} */
    let entry = data;
    for (const part of path.split('.')) entry = entry[part];
    assert.notDeepEqual(lacking(entry), [], path);
  }
});

test('what a supported browser lacks would be found', () => {
  /** @type {Uses} */
  const uses = new Map();
  readStyle('@starting-style { a { x: y; } } p { field-sizing: content; width: calc-size(auto, size); }', 'new.css', uses);
  assert.deepEqual(unsupported(uses).map((line) => line.split(' ')[0]), ['css.properties.field-sizing', 'css.properties.field-sizing.content', 'css.types.calc-size']);
  assert.deepEqual(lacking(data.javascript.builtins.Promise?.try ?? {}), ['firefox', 'safari', 'firefox_android', 'safari_ios']);
});
