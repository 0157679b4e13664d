// A statement for paper: read whole, drawn beside the app, handed to the browser's own printing, which shapes every script right, and put away again.

import { systemClock } from '@fairtick/kernel/clock';
import { Button } from '@fairtick/ui/button';
import Printer from 'lucide-react/icons/printer';
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import type { Range } from '../../calculators/ledger.ts';
import { linesOfSheet, type Statement, statementOf } from '../../calculators/statement.ts';
import type { AccountTypeId } from '../../calculators/transfers.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { call } from '../../stores/api.ts';
import { readSheet } from '../../stores/ledger-sheet.ts';
import { sayToast } from '../../stores/toast.ts';
import { StatementPaper } from './statement-paper.tsx';

interface Wanted {
  readonly account: AccountTypeId;
  readonly range: Range;
}

interface Drawn {
  readonly statement: Statement;
  readonly madeMs: number;
}

/** More of them nobody prints, and a phone could not draw. */
const MOST_LINES = 5_000;
const TRIES = 3;

export function PrintStatement({ account, range }: Wanted) {
  const t = useTexts('wallet');
  const [busy, setBusy] = useState(false);
  const [drawn, setDrawn] = useState<Drawn>();
  const make = async (): Promise<void> => {
    setBusy(true);
    const read = await readStatement(account, range);
    setBusy(false);
    if (read === 'moving') sayToast({ tone: 'info', text: t('statement.moving') });
    else if (read === 'many') sayToast({ tone: 'info', text: t('statement.many', { number: String(MOST_LINES) }) });
    else if (read) setDrawn({ statement: read, madeMs: systemClock.now() });
  };
  return (
    <>
      <Button
        tone="soft"
        size="sm"
        icon={<Printer aria-hidden="true" size={18} />}
        busy={busy}
        onClick={() => void make()}
      >
        {t('statement.print')}
      </Button>
      {drawn && <Printed {...drawn} account={account} range={range} onDone={() => setDrawn(undefined)} />}
    </>
  );
}

function Printed({ onDone, ...paper }: Drawn & Wanted & { readonly onDone: () => void }) {
  // Once: what is printed is as it was read, whatever the screen does meanwhile.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above.
  useEffect(() => {
    window.addEventListener('afterprint', onDone, { once: true });
    window.print();
    return () => window.removeEventListener('afterprint', onDone);
  }, []);
  return createPortal(<StatementPaper {...paper} />, document.body);
}

/** Read between two equal balances: else a line that came meanwhile would count on one side only. undefined where it was refused, which is said. */
async function readStatement(account: AccountTypeId, range: Range): Promise<Statement | 'moving' | 'many' | undefined> {
  for (let left = TRIES; left > 0; left -= 1) {
    const before = await balanceOf(account);
    const sheet = before && (await readSheet({ account: String(account), type: '', from: range.from, to: '' }));
    const lines = sheet && linesOfSheet(await sheet.text());
    const after = lines && (await balanceOf(account));
    if (!before || !lines || !after) return undefined;
    if (lines.length > MOST_LINES) return 'many';
    if (before.free === after.free && before.held === after.held) return statementOf(lines, after, range);
  }
  return 'moving';
}

async function balanceOf(
  account: AccountTypeId,
): Promise<{ readonly free: string; readonly held: string } | undefined> {
  const balances = await call('getBalance', {}).catch(() => undefined);
  const found = balances?.find(({ accountTypeId }) => accountTypeId === account);
  return found && { free: found.balance, held: found.lockBalance };
}
