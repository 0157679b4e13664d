// What nobody can do, what the staff can do and look at (made of the matrix that admits them), and how their acts are written down.

import { languageOf } from '@fairtick/contract/languages';
import type { StaffRole } from '@fairtick/contract/staff/matrix';
import { buttonClass } from '@fairtick/ui/button';
import { Card } from '@fairtick/ui/card';
import CircleDot from 'lucide-react/icons/circle-dot';
import CircleX from 'lucide-react/icons/circle-x';
import Eye from 'lucide-react/icons/eye';
import { type ReactNode, useMemo } from 'react';
import { useSettings } from '../../hooks/use-settings.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { changesThings, type Power, powers } from './powers-list.ts';
import { SettingsOfTwo } from './settings-of-two.tsx';

const NEVER = ['price', 'result', 'spread', 'close', 'password', 'balance', 'trace'] as const;
const STEPS = ['1', '2', '3'] as const;

export function Powers() {
  const t = useTexts('powers');
  return (
    <div className="grid gap-6">
      <Part title={t('never')}>
        {NEVER.map((what) => (
          <Line key={what} icon={<CircleX aria-hidden="true" size={20} />} title={t(`never.${what}`)}>
            {t(`never.${what}.text`)}
          </Line>
        ))}
      </Part>
      <Part title={t('do')}>
        {powers.filter(changesThings).map((power) => (
          <PowerLine key={power.act} power={power} icon={<CircleDot aria-hidden="true" size={20} />} />
        ))}
      </Part>
      <Part title={t('look')}>
        {powers
          .filter((power) => !changesThings(power))
          .map((power) => (
            <PowerLine key={power.act} power={power} icon={<Eye aria-hidden="true" size={20} />} />
          ))}
      </Part>
      <SettingsOfTwo />
      <Written />
    </div>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2 className="mb-2 text-balance font-semibold text-md tracking-[-0.01em]">{title}</h2>
      <Card>
        <ul className="divide-y divide-line">{children}</ul>
      </Card>
    </section>
  );
}

function Line(props: { icon: ReactNode; title: string; children: ReactNode; more?: ReactNode }) {
  return (
    <li className="flex gap-3 px-4 py-3">
      <span className="mt-0.5 shrink-0 text-quiet">{props.icon}</span>
      <div className="min-w-0">
        <h3 className="font-semibold text-base leading-snug">{props.title}</h3>
        <p className="mt-0.5 text-pretty text-muted text-sm">{props.children}</p>
        {props.more}
      </div>
    </li>
  );
}

function PowerLine({ power, icon }: { power: Power; icon: ReactNode }) {
  const t = useTexts('powers');
  const named = useRoles();
  const { act, alone, makers, checkers, lookers } = power;
  return (
    <Line
      icon={icon}
      title={t(`act.${act}`)}
      more={
        <div className="mt-1 grid gap-0.5 text-pretty text-ink text-sm">
          {alone.length > 0 && <p>{t('who.alone', { roles: named(alone) })}</p>}
          {makers.length + checkers.length > 0 && (
            <p>{t('who.two', { makers: named(makers), checkers: named(checkers) })}</p>
          )}
          {lookers.length > 0 && <p>{t('who.look', { roles: named(lookers) })}</p>}
        </div>
      }
    >
      {t(`act.${act}.text`)}
    </Line>
  );
}

/** Roles as a list in the user's language. */
function useRoles(): (roles: readonly StaffRole[]) => string {
  const t = useTexts('powers');
  const { locale } = languageOf(useSettings((settings) => settings.lang));
  const list = useMemo(() => new Intl.ListFormat(locale, { type: 'conjunction' }), [locale]);
  return (roles) => list.format(roles.map((role) => t(`role.${role}`)));
}

function Written() {
  const t = useTexts('powers');
  return (
    <section>
      <h2 className="mb-2 text-balance font-semibold text-md tracking-[-0.01em]">{t('log')}</h2>
      <Card className="p-4">
        <ol className="grid gap-4">
          {STEPS.map((step) => (
            <li key={step}>
              <h3 className="font-semibold text-base leading-snug">{t(`log.${step}.title`)}</h3>
              <p className="mt-0.5 text-pretty text-muted text-sm">{t(`log.${step}.text`)}</p>
            </li>
          ))}
        </ol>
        <p className="mt-4 text-pretty rounded-md bg-sunken px-4 py-3 text-muted text-sm">{t('log.limit')}</p>
        <div className="mt-4 grid grid-cols-1 gap-2 sm:grid-cols-2">
          <LogLink path="checkpoint" text={t('log.checkpoint')} />
          <LogLink path="key" text={t('log.key')} />
        </div>
        <a href="#/client-money" className={buttonClass({ tone: 'ghost', size: 'sm', wide: true, className: 'mt-2' })}>
          {t('client_money')}
        </a>
      </Card>
    </section>
  );
}

function LogLink({ path, text }: { path: 'checkpoint' | 'key'; text: string }) {
  return (
    <a
      href={`/tlog/acts/${path}`}
      target="_blank"
      rel="noreferrer"
      className={buttonClass({ tone: 'soft', size: 'sm', wide: true })}
    >
      {text}
    </a>
  );
}
