// The arrows of the house (ARCHITECTURE.md), each as a rule that fails the check. Run by scripts/check-arrows.ts.

const tests = '(\\.(test|fixture)\\.tsx?|\\.config\\.ts)$';
const workspaces = ['kernel', 'contract', 'engine', 'server', 'ui', 'web', 'console', 'tests', 'scripts'];
const domain = '^server/domains/([^/]+)/';

// Lower numbers know nothing of higher ones. Domains of one number do not know each other, but for accounts, which open on the ledger.
const levels = [
  ['ledger', 'accounts', 'market'],
  ['verification', 'content', 'wallet', 'support'],
  ['forex', 'micro', 'loans', 'funds'],
  ['copying', 'portfolio', 'proof'],
  ['staff'],
];

const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

/** `workspace` may import itself, the named workspaces and the packages that match `packages`. */
function onlyImports(workspace, allowed, packages) {
  const others = workspaces.filter((one) => one !== workspace && !allowed.includes(one));
  return rule(
    `${workspace}-imports-only`,
    `${workspace} may import ${allowed.join(', ') || 'nothing'} of the house.`,
    { path: `^${workspace}/`, pathNot: tests },
    packages === undefined
      ? { path: `^(${others.join('|')})/` }
      : { pathNot: [`^(${[workspace, ...allowed].join('|')})/`, ...packages] },
  );
}

const workspaceRules = [
  onlyImports('kernel', [], []),
  // Beside the schemas what a typed address or account is checked by: checksums are nobody's to write anew.
  onlyImports('contract', ['kernel'], ['^node_modules/(zod|ibantools|@noble/hashes|@scure/base)/']),
  onlyImports('engine', ['kernel'], []),
  onlyImports('ui', []),
  onlyImports('web', ['kernel', 'contract', 'engine', 'ui']),
  onlyImports('console', ['kernel', 'contract', 'engine', 'ui']),
  onlyImports('server', ['kernel', 'contract', 'engine']),
];

const layerRules = [
  rule(
    'domains-know-no-transport',
    'Domains are served by edge/ and never import it.',
    { path: '^server/domains/', pathNot: tests },
    { path: '^server/(edge|main)/' },
  ),
  rule(
    'platform-knows-no-business',
    'The platform is below every domain.',
    { path: '^server/platform/', pathNot: tests },
    { path: '^server/(domains|edge|trading|main)/' },
  ),
  rule(
    'images-know-no-business',
    'Decoding is for any domain and names none.',
    { path: '^server/images/', pathNot: tests },
    { path: '^server/(domains|edge|trading|main)/' },
  ),
  rule(
    'servers-meet-in-main',
    'What servers tell each other is wired by main alone: trading, domains and edges work the same on one server.',
    { path: '^server/(?!(main|cluster)/)', pathNot: tests },
    { path: '^server/cluster/' },
  ),
  rule(
    'the-one-list',
    'Platform, trading and main know the domains by their list alone.',
    { path: '^server/(platform|trading|main)/', pathNot: tests },
    { path: '^server/domains/', pathNot: '^server/domains/(parts|domain-part)\\.ts$' },
  ),
  rule(
    'domains-do-not-know-their-list',
    'A domain is named by the list and does not name it.',
    { path: '^server/domains/[^/]+/', pathNot: tests },
    { path: '^server/domains/parts\\.ts$' },
  ),
  rule(
    'trading-knows-no-transport',
    'Trading is told of ticks and commits; it serves nobody.',
    { path: '^server/trading/', pathNot: tests },
    { path: '^server/(edge|main|cluster)/' },
  ),
  rule(
    'main-is-the-top',
    'Only the process itself wires everything; nothing imports it.',
    { path: '^server/(?!main/)', pathNot: tests },
    { path: '^server/main/' },
  ),
  rule(
    'domains-meet-at-index',
    "Another domain's inside is closed; its index.ts is its surface.",
    { path: domain, pathNot: tests },
    { path: '^server/domains/[^/]+/', pathNot: ['^server/domains/$1/', '^server/domains/[^/]+/index\\.ts$'] },
  ),
  rule(
    'outsiders-enter-domains-at-index',
    'Whoever is no domain, the audit included, sees of a domain what its index.ts shows.',
    { path: '^server/(?!domains/)', pathNot: tests },
    { path: '^server/domains/[^/]+/', pathNot: '^server/domains/[^/]+/index\\.ts$' },
  ),
  rule(
    'logs-are-used-at-index',
    'A log that anybody can check has one door, for those who keep one and for those who audit it.',
    { path: '^server/(?!platform/transparency/)', pathNot: tests },
    { path: '^server/platform/transparency/', pathNot: '^server/platform/transparency/index\\.ts$' },
  ),
  ...levels.flatMap((names, level) =>
    names.map((name) => {
      const lower = levels.slice(0, level).flat();
      const known = name === 'accounts' ? ['ledger'] : lower;
      return rule(
        `${name}-looks-down-only`,
        `${name} may use ${known.join(', ') || 'no other domain'}.`,
        { path: `^server/domains/${name}/`, pathNot: tests },
        { path: `^server/domains/(?!(${[name, ...known].join('|')})/)[^/]+/` },
      );
    }),
  ),
  rule(
    'domain-has-a-level',
    'A new domain gets its place in the levels of this file first.',
    { path: `^server/domains/(?!(${levels.flat().join('|')})/)[^/]+/` },
    {},
  ),
];

const inDomain = (file) => `^server/domains/([^/]+)/${file}\\.ts$`;
const sameDomain = (file) => `^server/domains/$1/${file}\\.ts$`;
/** Of a domain with folders, in each folder too. */
const inFolders = (file) => `^server/domains/([^/]+)/(?:[a-z-]+/|)${file}\\.ts$`;
const sameInFolders = (file) => `^server/domains/$1/(?:[a-z-]+/|)${file}\\.ts$`;
const insideRules = [
  rule(
    'routes-leave-storing-to-commands',
    'routes → commands or rules → table',
    { path: inDomain('routes') },
    { path: sameDomain('[a-z-]*table') },
  ),
  rule(
    'commands-do-not-look-up',
    'routes → commands or rules → table',
    { path: inFolders('commands') },
    { path: sameInFolders('(routes|index)') },
  ),
  rule(
    'table-does-not-look-up',
    'routes → commands or rules → table',
    { path: inFolders('[a-z-]*table') },
    { path: sameInFolders('(routes|commands|index)') },
  ),
  rule(
    'rules-are-pure',
    'Rules decide with what they are given: no I/O, no package, no platform. Types alone do nothing and may be named, a lower domain only by its index.',
    { path: '^server/domains/([^/]+)/(?:[a-z-]+/|)rules(\\.ts$|/)', pathNot: tests },
    {
      pathNot: [
        '^(kernel|contract|engine)/',
        '^server/domains/$1/(?!(?:[a-z-]+/|)([a-z-]*table|routes|commands|index)\\.ts$)',
        '^server/domains/[^/]+/index\\.ts$',
        '^server/platform/commands/working-set\\.ts$',
      ],
      dependencyTypesNot: ['type-only'],
    },
  ),
];

// Inside web data flows one way; a layer knows those before it and none after it. i18n stands beside the flow: it knows nothing of the app,
// and only what speaks to the user (hooks, features, shell) may use it.
const webLayers = {
  i18n: [],
  transport: [],
  stores: ['transport'],
  calculators: [],
  hooks: ['i18n', 'transport', 'stores', 'calculators'],
  features: ['i18n', 'transport', 'stores', 'calculators', 'hooks'],
  shell: ['i18n', 'transport', 'stores', 'calculators', 'hooks', 'features'],
};
/** The server's domains; a screen that puts several side by side stands in shell/screens. */
const webFeatures = levels.flat();

const webRules = [
  ...Object.entries(webLayers).map(([layer, known]) =>
    rule(
      `web-${layer}-imports-only`,
      `transport → stores → calculators → hooks → features → shell: ${layer} may import ${known.join(', ') || 'none of the others'}.`,
      { path: `^web/${layer}/`, pathNot: tests },
      // Calculators name the types of what they count with; a type does nothing.
      {
        path: `^web/(?!(${[layer, ...known].join('|')})/)`,
        ...(layer === 'calculators' && { dependencyTypesNot: ['type-only'] }),
      },
    ),
  ),
  rule(
    'web-calculators-are-pure',
    'A calculator is a function of what it is given: no React, no store, no package. It may name types of stores and transport, and of nothing above itself.',
    { path: '^web/calculators/', pathNot: tests },
    { pathNot: ['^(kernel|contract|engine)/', '^web/(calculators|stores|transport)/'] },
  ),
  rule(
    'web-stores-know-no-react',
    'A store lives outside of React; a hook brings it in.',
    { path: '^web/(transport|stores|calculators)/', pathNot: tests },
    {
      path: [
        '^node_modules/(react|react-dom|@tanstack/react-router)/',
        '^node_modules/zustand/(esm/)?(index|react)\\.',
      ],
    },
  ),
  rule(
    'web-features-do-not-meet',
    "Features are named after the server's domains and know nothing of each other. What puts two of them together is a screen of the shell; what two of them share moves down, to hooks or ui.",
    { path: '^web/features/([^/]+)/', pathNot: tests },
    { path: '^web/features/', pathNot: '^web/features/$1/' },
  ),
  rule(
    'web-feature-is-a-domain',
    'A feature has the name of a domain of the server; a screen that is none stands in shell/screens.',
    { path: `^web/features/(?!(${webFeatures.join('|')})/)` },
    {},
  ),
  rule(
    'web-file-has-a-layer',
    'Beside the layers stand only the page and its build.',
    { path: '^web/[^/]+/', pathNot: `^web/(${Object.keys(webLayers).join('|')}|public|dist)/` },
    {},
  ),
  rule('web-no-circles', 'In the app not even types go in circles.', { path: '^web/' }, { circular: true }),
];

// Inside the console likewise; what web shares through ui, the console shares through parts.
const consoleLayers = {
  i18n: [],
  transport: [],
  calculators: [],
  stores: ['transport', 'i18n'],
  hooks: ['i18n', 'transport', 'stores', 'calculators'],
  parts: ['i18n', 'stores', 'calculators', 'hooks'],
  features: ['i18n', 'transport', 'stores', 'calculators', 'hooks', 'parts'],
  shell: ['i18n', 'transport', 'stores', 'calculators', 'hooks', 'parts', 'features'],
};

const consoleRules = [
  ...Object.entries(consoleLayers).map(([layer, known]) =>
    rule(
      `console-${layer}-imports-only`,
      `transport → stores → hooks → parts → features → shell: ${layer} may import ${known.join(', ') || 'none of the others'}.`,
      { path: `^console/${layer}/`, pathNot: tests },
      { path: `^console/(?!(${[layer, ...known].join('|')})/)` },
    ),
  ),
  rule(
    'console-calculators-are-pure',
    'A calculator is a function of what it is given: no React, no store, no package.',
    { path: '^console/calculators/', pathNot: tests },
    { pathNot: ['^(kernel|contract|engine)/', '^console/calculators/'] },
  ),
  rule(
    'console-stores-know-no-react',
    'A store lives outside of React; a hook brings it in.',
    { path: '^console/(transport|stores)/', pathNot: tests },
    { path: ['^node_modules/(react|react-dom|@mantine|@tanstack/react-router)/'] },
  ),
  rule(
    'console-features-do-not-meet',
    "Features are named after the server's domains and know nothing of each other.",
    { path: '^console/features/([^/]+)/', pathNot: tests },
    { path: '^console/features/', pathNot: '^console/features/$1/' },
  ),
  rule(
    'console-feature-is-a-domain',
    'A feature has the name of a domain of the server.',
    { path: `^console/features/(?!(${webFeatures.join('|')})/)` },
    {},
  ),
  rule(
    'console-file-has-a-layer',
    'Beside the layers stand only the page and its build.',
    { path: '^console/[^/]+/', pathNot: `^console/(${Object.keys(consoleLayers).join('|')}|public|dist)/` },
    {},
  ),
];

const generalRules = [
  rule(
    'no-circles',
    'Circles make it unclear what stands on what. Types alone do nothing and are left out.',
    { path: `^(${workspaces.join('|')})/` },
    { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
  ),
  rule(
    'everything-resolves',
    'An import that leads nowhere hides a broken arrow.',
    { path: `^(${workspaces.join('|')})/` },
    { couldNotResolve: true, pathNot: ['^virtual:', '\\?', '^https?:'] },
  ),
];

module.exports = {
  forbidden: [...workspaceRules, ...layerRules, ...insideRules, ...webRules, ...consoleRules, ...generalRules],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|\\.data)/' },
    tsPreCompilationDeps: true,
    combinedDependencies: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'default', 'node'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.css', '.json'],
    },
  },
};
