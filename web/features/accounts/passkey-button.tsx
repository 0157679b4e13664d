// Asks the browser for a passkey, and says where it gave none.

import { Button, type ButtonProps } from '@fairtick/ui/button';
import { usePasskey } from '../../hooks/use-passkey.ts';

type Steps<A> = Parameters<typeof usePasskey<A>>[0];

interface Props<A> extends Steps<A>, Pick<ButtonProps, 'tone' | 'icon'> {
  readonly label: string;
  readonly failed: string;
}

export function PasskeyButton<A>({ label, failed, begin, finish, done, ...look }: Props<A>) {
  const passkey = usePasskey({ begin, finish, done });
  return (
    <div className="grid gap-2">
      <Button wide busy={passkey.busy} onClick={passkey.ask} {...look}>
        {label}
      </Button>
      {passkey.failed && (
        <p role="alert" className="text-danger text-sm">
          {failed}
        </p>
      )}
    </div>
  );
}
