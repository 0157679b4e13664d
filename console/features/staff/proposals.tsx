// What waits for a second person, with what it changes; and what was decided.

import type { Proposal } from '@fairtick/contract/staff/people';
import { Button, Group, Pagination } from '@mantine/core';
import GitCompare from 'lucide-react/icons/git-compare';
import { useState } from 'react';
import { inGroups } from '../../calculators/groups.ts';
import { useRead } from '../../hooks/use-read.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { Empty } from '../../parts/empty.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Page } from '../../parts/page.tsx';
import { Facts, Panel } from '../../parts/panel.tsx';
import { Tag } from '../../parts/tag.tsx';
import { When } from '../../parts/when.tsx';
import { DecideProposal, type DecideProposalProps } from './decide-proposal.tsx';
import { Difference } from './difference.tsx';
import { titleOf } from './proposal-title.ts';

const PAGE_SIZE = 20;
const TONES = { open: 'warn', accepted: 'good', rejected: 'bad', expired: 'plain' } as const;

type Decision = Pick<DecideProposalProps, 'proposal' | 'decision'>;
type OnDecide = (decision: Decision) => void;

export function Proposals() {
  const t = useTexts();
  const [page, setPage] = useState(1);
  // Outlives the proposal's buttons, which go once it is decided: a link that comes of it is shown only here and only once.
  const [deciding, setDeciding] = useState<Decision | undefined>();
  const proposals = useRead('proposals', { page }, { everyMs: 15_000 });
  return (
    <Page title={t('proposals.title')}>
      <Loaded of={proposals}>
        {({ data, total }) =>
          data.length === 0 ? (
            <Empty icon={<GitCompare size={28} />} title={t('proposals.empty')} text={t('proposals.empty_text')} />
          ) : (
            <>
              <div className="cards">
                {data.map((proposal) => (
                  <ProposalPanel key={proposal.id} proposal={proposal} onDecide={setDeciding} />
                ))}
              </div>
              {total > PAGE_SIZE && (
                <Pagination
                  value={page}
                  onChange={setPage}
                  total={Math.ceil(total / PAGE_SIZE)}
                  getControlProps={(control) => ({ 'aria-label': t(`page.${control}`) })}
                  getItemProps={(number) => ({ 'aria-label': t('page.number', { number }) })}
                />
              )}
            </>
          )
        }
      </Loaded>
      {deciding !== undefined && <DecideProposal {...deciding} onClose={() => setDeciding(undefined)} />}
    </Page>
  );
}

interface ProposalProps {
  readonly proposal: Proposal;
  readonly onDecide: OnDecide;
}

function ProposalPanel({ proposal, onDecide }: ProposalProps) {
  const t = useTexts();
  const { state, checker, decidedTime } = proposal;
  return (
    <Panel title={titleOf(proposal, t)} aside={<Tag tone={TONES[state]}>{t(`proposals.state.${state}`)}</Tag>}>
      <Facts
        rows={[
          [t('proposals.maker'), proposal.maker],
          [t('proposals.made_time'), <When key="made" at={proposal.madeTime} />],
          ...(state === 'open'
            ? [[t('proposals.expires'), <When key="expires" at={proposal.expires} />] as const]
            : []),
          ...(checker === null ? [] : [[t('proposals.checker'), checker] as const]),
          ...(decidedTime === null ? [] : [[t('field.decided'), <When key="decided" at={decidedTime} />] as const]),
          ...(proposal.decidedReason === '' ? [] : [[t('proposals.decided_reason'), proposal.decidedReason] as const]),
          ...(proposal.reason === '' ? [] : [[t('reason'), proposal.reason] as const]),
        ]}
      />
      {proposal.word !== '' && (
        <p>
          {t('proposals.word', { name: proposal.subject })}: <strong>{proposal.word}</strong>
        </p>
      )}
      <Difference proposal={proposal} />
      <p className="hash">
        <span className="quiet">{t('proposals.hash')}</span> <code>{inGroups(proposal.hash)}</code>
      </p>
      {state === 'open' && <Buttons proposal={proposal} onDecide={onDecide} />}
    </Panel>
  );
}

function Buttons({ proposal, onDecide }: ProposalProps) {
  const t = useTexts();
  if (proposal.mine) return <p className="quiet">{t('proposals.own')}</p>;
  return (
    <Group gap="xs" grow>
      <Button onClick={() => onDecide({ proposal, decision: 'accept' })}>{t('proposals.accept')}</Button>
      <Button variant="default" onClick={() => onDecide({ proposal, decision: 'reject' })}>
        {t('proposals.reject')}
      </Button>
    </Group>
  );
}
