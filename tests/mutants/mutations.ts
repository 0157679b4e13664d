// The mistakes that are tried on a file, one at a time: operators turned, bounds moved by one, constants, conditions, returns, removed statements and
// calls. Pure: a text comes in, edits of it go out. Types are left alone, and so are texts for people.

import ts from 'typescript-6';

export interface Mutation {
  /** Where in the text, from and until. */
  readonly from: number;
  readonly until: number;
  readonly becomes: string;
  /** What kind of mistake. */
  readonly kind: string;
  /** The first line is 1. */
  readonly line: number;
  /** The function that it lies in, as `Reach` numbers them; 0 is the module itself. */
  readonly within: number;
}

const TURNED: Readonly<Record<string, readonly string[]>> = {
  '+': ['-'],
  '-': ['+'],
  '*': ['/'],
  '/': ['*'],
  '%': ['*'],
  '<': ['<=', '>'],
  '<=': ['<', '>'],
  '>': ['>=', '<'],
  '>=': ['>', '<'],
  '===': ['!=='],
  '!==': ['==='],
  '&&': ['||'],
  '||': ['&&'],
  '+=': ['-='],
  '-=': ['+='],
  '>>': ['<<'],
};
const CALLED: Readonly<Record<string, string>> = {
  ...{ min: 'max', max: 'min', floor: 'ceil', ceil: 'floor', some: 'every', every: 'some', find: 'findLast' },
};
/** A call whose result is as long and of the same kind without it. */
const LEFT_OUT = new Set(['filter', 'sort', 'toSorted', 'reverse', 'toReversed']);
/** What is told when a promise of the code's own breaks is no behaviour. */
const SPARED = new Set(['assert', 'fail']);

type Found = Omit<Mutation, 'line' | 'within'>;

export function mutationsOf(file: string, text: string): Mutation[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found: Mutation[] = [];
  let functions = 0;
  const visit = (node: ts.Node, within: number): void => {
    if (isNoBehaviour(node)) return;
    let inner = within;
    if (bodyOf(node)) {
      functions += 1;
      inner = functions;
    }
    for (const one of mistakesAt(node, text)) {
      const line = source.getLineAndCharacterOfPosition(one.from).line + 1;
      found.push({ ...one, line, within: inner });
    }
    ts.forEachChild(node, (child) => visit(child, inner));
  };
  visit(source, 0);
  return found;
}

const isNoBehaviour = (node: ts.Node): boolean =>
  ts.isTypeNode(node) ||
  ts.isInterfaceDeclaration(node) ||
  ts.isTypeAliasDeclaration(node) ||
  ts.isImportDeclaration(node) ||
  ts.isExportDeclaration(node) ||
  ts.isThrowStatement(node) ||
  (ts.isCallExpression(node) && ts.isIdentifier(node.expression) && SPARED.has(node.expression.text));

const bodyOf = (node: ts.Node): ts.Node | undefined =>
  ts.isFunctionLike(node) && 'body' in node ? (node.body as ts.Node | undefined) : undefined;

function mistakesAt(node: ts.Node, text: string): Found[] {
  const replaced = (of: ts.Node, becomes: string, kind: string): Found => ({
    from: of.getStart(),
    until: of.getEnd(),
    becomes,
    kind,
  });
  if (ts.isBinaryExpression(node)) {
    const sign = node.operatorToken.getText();
    if (sign === '??') return [replaced(node, node.left.getText(), 'default left out')];
    return (TURNED[sign] ?? []).map((other) => replaced(node.operatorToken, other, `${sign} to ${other}`));
  }
  if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken)
    return [replaced(node, node.operand.getText(), '! left out')];
  if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.MinusToken)
    return [replaced(node, node.operand.getText(), '- left out')];
  if (ts.isNumericLiteral(node) || ts.isBigIntLiteral(node)) return movedByOne(node, replaced);
  if (node.kind === ts.SyntaxKind.TrueKeyword) return [replaced(node, 'false', 'true to false')];
  if (node.kind === ts.SyntaxKind.FalseKeyword) return [replaced(node, 'true', 'false to true')];
  if (ts.isIfStatement(node))
    return ['true', 'false'].map((becomes) => replaced(node.expression, becomes, `if ${becomes}`));
  if (ts.isConditionalExpression(node))
    return [
      replaced(node, `(${node.whenTrue.getText()})`, '? always'),
      replaced(node, `(${node.whenFalse.getText()})`, '? never'),
    ];
  if (ts.isReturnStatement(node) && node.expression && node.expression.getText() !== 'undefined')
    return [replaced(node.expression, 'undefined', 'returns nothing')];
  if (ts.isExpressionStatement(node)) return [replaced(node, ';', 'statement left out')];
  if (ts.isCallExpression(node)) return otherCall(node, text, replaced);
  return [];
}

type Replaced = (of: ts.Node, becomes: string, kind: string) => Found;

function movedByOne(node: ts.NumericLiteral | ts.BigIntLiteral, replaced: Replaced): Found[] {
  const digits = node.getText();
  const big = digits.endsWith('n');
  const plain = digits.replace(/n$/, '').replaceAll('_', '');
  if (!/^\d+$/.test(plain)) return [];
  return [replaced(node, `${BigInt(plain) + 1n}${big ? 'n' : ''}`, 'one more')];
}

function otherCall(node: ts.CallExpression, text: string, replaced: Replaced): Found[] {
  const called = ts.isPropertyAccessExpression(node.expression) ? node.expression.name : node.expression;
  if (!ts.isIdentifier(called)) return [];
  const found: Found[] = [];
  if (ts.isPropertyAccessExpression(node.expression) && LEFT_OUT.has(called.text))
    found.push(
      replaced(node, text.slice(node.getStart(), node.expression.expression.getEnd()), `${called.text} left out`),
    );
  const other = Object.hasOwn(CALLED, called.text) ? CALLED[called.text] : undefined;
  // A bare name has to be there under its other name too.
  if (
    other !== undefined &&
    (ts.isPropertyAccessExpression(node.expression) || new RegExp(`\\b${other}\\b`).test(text))
  )
    found.push(replaced(called, other, `${called.text} to ${other}`));
  return found;
}

export const mutated = (text: string, { from, until, becomes }: Mutation): string =>
  text.slice(0, from) + becomes + text.slice(until);

/** The text with a call of `report(n)` at the beginning of its module (0) and of each of its functions, in the order of `mutationsOf`. */
export function marked(file: string, text: string, report: (within: number) => string): string {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const put: { at: number; what: string }[] = [];
  let functions = 0;
  const visit = (node: ts.Node): void => {
    if (isNoBehaviour(node)) return;
    const body = bodyOf(node);
    if (body) {
      functions += 1;
      if (ts.isBlock(body)) put.push({ at: body.getStart() + 1, what: `${report(functions)};` });
      else put.push({ at: body.getStart(), what: `(${report(functions)}, ` }, { at: body.getEnd(), what: ')' });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  const last = source.statements.findLast(ts.isImportDeclaration)?.getEnd() ?? 0;
  put.push({ at: last, what: `;${report(0)};` });
  // From behind; of two at one place the later one stands further in.
  return put
    .map((one, order) => ({ ...one, order }))
    .sort((a, b) => b.at - a.at || b.order - a.order)
    .reduce((all, { at, what }) => all.slice(0, at) + what + all.slice(at), text);
}
