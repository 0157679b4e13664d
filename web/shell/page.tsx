// The frame of a plain screen: one column, a heading unless what it holds has its own, at wish a way back.

import { IconButton } from '@fairtick/ui/icon-button';
import { useRouter } from '@tanstack/react-router';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import type { ReactNode } from 'react';
import { useTexts } from '../i18n/use-texts.ts';
import { hasWayBack } from './way-back.ts';

export function Page(props: {
  title?: string;
  lead?: string;
  back?: boolean;
  action?: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className="mx-auto w-full max-w-2xl flex-1 px-4 pt-3 pb-10 lg:pt-8">
      <header className="mb-4">
        {(props.back || props.action) && (
          <div className="flex items-center justify-between">
            {props.back ? <Back /> : <span />}
            {props.action}
          </div>
        )}
        {props.title !== undefined && (
          <h1 className="flex min-h-11 items-center font-semibold text-2xl leading-tight tracking-[-0.025em]">
            {props.title}
          </h1>
        )}
        {props.lead && <p className="text-pretty text-base text-muted [overflow-wrap:anywhere]">{props.lead}</p>}
      </header>
      {props.children}
    </div>
  );
}

/** To where the user came from; to Home when they came from outside. */
export function useGoBack(): () => void {
  const router = useRouter();
  return () => {
    if (hasWayBack()) router.history.back();
    else void router.navigate({ to: '/' });
  };
}

function Back() {
  const t = useTexts('shell');
  const goBack = useGoBack();
  return (
    <IconButton label={t('back')} onClick={goBack} className="-ms-3">
      <ArrowLeft aria-hidden="true" size={22} className="rtl:-scale-x-100" />
    </IconButton>
  );
}
