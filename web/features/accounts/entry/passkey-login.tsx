// Log in with a passkey, without a name and a password. Where a browser can't, the reason stands in its place.

import Fingerprint from 'lucide-react/icons/fingerprint-pattern';
import { useTexts } from '../../../i18n/use-texts.ts';
import { call } from '../../../stores/api.ts';
import { keepLoginWay } from '../../../stores/login-way.ts';
import { passkeyObstacle } from '../../../stores/passkey.ts';
import { signIn } from '../../../stores/session.ts';
import { PasskeyButton } from '../passkey-button.tsx';

/** `first`: it is what this device used last. */
export function PasskeyLogin({ onDone, first = false }: { onDone: () => void; first?: boolean }) {
  const t = useTexts('login');
  const obstacle = passkeyObstacle();
  if (obstacle === 'absent') return null;
  if (obstacle === 'address') return <p className="text-pretty text-quiet text-sm">{t('passkey.address')}</p>;
  return (
    <PasskeyButton
      tone={first ? 'primary' : 'outline'}
      icon={<Fingerprint aria-hidden="true" size={20} />}
      label={t('passkey')}
      failed={t('passkey.failed')}
      begin={() => call('passkey_login_begin', {})}
      finish={(ticket, response) => call('passkey_login_finish', { ticket, response })}
      done={(session) => {
        keepLoginWay('passkey');
        signIn(session);
        onDone();
      }}
    />
  );
}
