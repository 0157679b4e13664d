// Every word of an agreement, its fingerprint, and a copy to keep. Nothing is set as HTML: its words are read out of it, all of them or none.

import type { LoanAgreementView } from '@fairtick/contract/http/loans';
import { type PlainBlock, plainBlocks } from '@fairtick/contract/plain-html';
import { Banner } from '@fairtick/ui/banner';
import { Button } from '@fairtick/ui/button';
import { Card } from '@fairtick/ui/card';
import Download from 'lucide-react/icons/download';
import { createElement, Fragment, type ReactNode } from 'react';
import { grouped } from '../../calculators/loans.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { savePage } from '../../stores/save-page.ts';

type Shown = Pick<LoanAgreementView, 'html' | 'hash' | 'lang'>;

export function AgreementText({ agreement, name }: { agreement: Shown; name: string }) {
  const t = useTexts('loans');
  const { html, hash, lang } = agreement;
  const blocks = plainBlocks(html);
  const rtl = lang === 'ar';
  if (!blocks) return <Banner tone="danger">{t('agreement.unreadable')}</Banner>;
  return (
    <Card className="overflow-hidden">
      <article
        lang={lang === 'hk' ? 'zh-HK' : lang}
        dir={rtl ? 'rtl' : 'ltr'}
        className="grid gap-3 text-pretty p-4 text-base leading-relaxed [overflow-wrap:anywhere]"
      >
        {inOrder(blocks)}
      </article>
      <div className="grid gap-3 border-line border-t bg-sunken p-4">
        <div>
          <p className="text-muted text-sm">{t('fingerprint')}</p>
          <p dir="ltr" className="mt-1 break-words text-start font-mono text-xs rtl:text-end">
            {grouped(hash)}
          </p>
        </div>
        <Button
          tone="outline"
          icon={<Download aria-hidden="true" size={18} />}
          onClick={() => savePage({ ...{ name, lang, rtl, html }, title: t('agreement'), foot: `SHA-256 ${hash}` })}
        >
          {t('copy')}
        </Button>
      </div>
    </Card>
  );
}

/** They never change while they are shown, so none of them needs a name. */
function inOrder(blocks: readonly PlainBlock[]): ReactNode {
  const drawn: ReactNode[] = [];
  for (const { kind, text } of blocks)
    drawn.push(kind === 'heading' ? <h2 className="font-semibold text-lg">{text}</h2> : <p>{text}</p>);
  return createElement(Fragment, null, ...drawn);
}
