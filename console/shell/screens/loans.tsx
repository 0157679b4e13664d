// Loans: the queues, one borrower, one loan.

import { useNavigate, useParams } from '@tanstack/react-router';
import { LoanItem } from '../../features/loans/loan-item.tsx';
import { LoanPersonItem } from '../../features/loans/person-item.tsx';
import { LoanQueues } from '../../features/loans/queue.tsx';

export function LoanScreens() {
  const { _splat: rest = '' } = useParams({ strict: false });
  const navigate = useNavigate();
  const toQueue = (): void => void navigate({ to: '/loans', replace: true });
  const [first = '', second = ''] = rest.split('/');
  if (first === 'persons' && second !== '') return <LoanPersonItem key={second} id={second} onDone={toQueue} />;
  return first === '' ? <LoanQueues /> : <LoanItem key={first} id={first} onDone={toQueue} />;
}
