// /mine/transfer: moves money between the user's accounts, and lists what was moved.

import { TransferForm } from '../../features/portfolio/transfer-form.tsx';
import { TransferLog } from '../../features/portfolio/transfer-log.tsx';
import { useTexts } from '../../i18n/use-texts.ts';
import { Page } from '../page.tsx';

export function TransferScreen() {
  const shell = useTexts('shell');
  return (
    <Page title={shell('title.transfer')} back>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <TransferForm />
        <TransferLog />
      </div>
    </Page>
  );
}
