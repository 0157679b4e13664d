// Home's ways to what is published, with how much of it is unread; above them what about the terms waits for the user's word.

import { Banner } from '@fairtick/ui/banner';
import FileWarning from 'lucide-react/icons/file-warning';
import HandCoins from 'lucide-react/icons/hand-coins';
import Landmark from 'lucide-react/icons/landmark';
import Megaphone from 'lucide-react/icons/megaphone';
import Newspaper from 'lucide-react/icons/newspaper';
import PartyPopper from 'lucide-react/icons/party-popper';
import { useUnreadAnnouncements } from '../../hooks/use-unread.ts';
import { useTexts } from '../../i18n/use-texts.ts';

const LINKS = [
  { text: 'title.mining', Icon: Landmark, href: '#/mining' },
  { text: 'title.loan', Icon: HandCoins, href: '#/loan' },
  { text: 'title.announcements', Icon: Megaphone, href: '#/mine/announcement' },
  { text: 'title.news', Icon: Newspaper, href: '#/news' },
  { text: 'title.activity', Icon: PartyPopper, href: '#/activity' },
] as const;

export function Shortcuts() {
  const t = useTexts('home');
  const shell = useTexts('shell');
  const { unread, terms } = useUnreadAnnouncements();
  return (
    <>
      {terms && (
        <a href={`#/news/detail?id=${terms.id}`}>
          <Banner tone="warn" icon={<FileWarning size={20} />}>
            {t('published.terms', { title: terms.title })}
          </Banner>
        </a>
      )}
      <nav aria-label={t('published')}>
        <ul className="flex flex-wrap justify-between gap-x-1 gap-y-2">
          {LINKS.map(({ text, Icon, href }) => (
            <li key={text} className="min-w-12">
              <a href={href} className="flex flex-col items-center gap-1.5 rounded-md py-1 text-center">
                <span className="relative grid size-12 place-items-center rounded-full bg-accent-soft text-accent-text">
                  <Icon aria-hidden="true" size={20} />
                  {text === 'title.announcements' && unread > 0 && (
                    <span className="absolute -end-1 -top-1 grid min-w-5 place-items-center rounded-full bg-accent px-1 font-semibold text-on-accent text-xs">
                      {unread}
                      <span className="sr-only">{t('published.unread')}</span>
                    </span>
                  )}
                </span>
                <span className="font-medium text-sm [overflow-wrap:anywhere]">{shell(text)}</span>
              </a>
            </li>
          ))}
        </ul>
      </nav>
    </>
  );
}
