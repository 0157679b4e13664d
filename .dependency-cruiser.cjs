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
  onlyImports('contract', ['kernel'], ['^node_modules/zod/']),
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
    'servers-meet-in-main',
    'What servers tell each other is wired by main alone: trading, domains and edges work the same on one server.',
    { path: '^server/(?!(main|cluster)/)', pathNot: tests },
    { path: '^server/cluster/' },
  ),
  rule(
    'the-one-list',
    'Platform, trading and main know the domains by their list alone.',
    { path: '^server/(platform|trading|main)/', pathNot: [tests, '^server/trading/settings\\.ts$'] },
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
    { path: inDomain('commands') },
    { path: sameDomain('(routes|index)') },
  ),
  rule(
    'table-does-not-look-up',
    'routes → commands or rules → table',
    { path: inDomain('[a-z-]*table') },
    { path: sameDomain('(routes|commands|index)') },
  ),
  rule(
    'rules-are-pure',
    'Rules decide with what they are given: no I/O, no package, no platform. Types alone do nothing and may be named, a lower domain only by its index.',
    { path: '^server/domains/([^/]+)/rules(\\.ts$|/)', pathNot: tests },
    {
      pathNot: [
        '^(kernel|contract|engine)/',
        '^server/domains/$1/(?!([a-z-]*table|routes|commands|index)\\.ts$)',
        '^server/domains/[^/]+/index\\.ts$',
        '^server/platform/commands/working-set\\.ts$',
      ],
      dependencyTypesNot: ['type-only'],
    },
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
  forbidden: [...workspaceRules, ...layerRules, ...insideRules, ...generalRules],
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
