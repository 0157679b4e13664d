// One published text. Of an announcement about the terms the reader says that they have read it; any other counts as read when it is open.

import { Banner } from '@fairtick/ui/banner';
import { Button } from '@fairtick/ui/button';
import { EmptyState } from '@fairtick/ui/empty-state';
import { useFormats } from '@fairtick/ui/locale';
import { Skeleton } from '@fairtick/ui/skeleton';
import Check from 'lucide-react/icons/check';
import FileQuestionMark from 'lucide-react/icons/file-question-mark';
import { useAct } from '../../hooks/use-act.ts';
import { type Article as ArticleView, useArticle, useReadWhenShown } from '../../hooks/use-content.ts';
import { useSession } from '../../hooks/use-session.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { QUERY, refresh } from '../../transport/query.ts';
import { RichText } from './rich-text.tsx';
import { AboutTag, DemoTag, LanguageTag, langOf } from './words.tsx';

export function Article({ id }: { id: string }) {
  const t = useTexts('content');
  const shell = useTexts('shell');
  const { data, state, retry } = useArticle(id);
  useReadWhenShown(data);
  if (state === 'pending') return <Skeleton className="h-80 w-full rounded-lg" />;
  if (!data)
    return (
      <EmptyState
        icon={<FileQuestionMark size={28} />}
        heading
        title={t('gone.title')}
        text={t('gone.text')}
        action={
          <Button tone="soft" onClick={retry}>
            {shell('retry')}
          </Button>
        }
      />
    );
  return <Shown article={data} />;
}

function Shown({ article }: { article: ArticleView }) {
  const formats = useFormats();
  return (
    <article className="grid gap-5">
      <header className="grid gap-2">
        <h1 {...langOf(article.lang)} className="font-semibold text-2xl leading-tight tracking-[-0.02em]">
          {article.title}
        </h1>
        <p className="flex flex-wrap items-center gap-2 text-quiet text-sm">
          {formats.dateMinute(article.created_at)}
          {article.about !== null && <AboutTag about={article.about} />}
          {article.demo && <DemoTag />}
          <LanguageTag lang={article.lang} />
        </p>
      </header>
      {article.logo !== '' && <img src={article.logo} alt="" className="h-auto w-full rounded-lg bg-sunken" />}
      <div {...langOf(article.lang)}>
        <RichText tree={article.body} />
      </div>
      {article.about === 'terms' && <Acknowledge article={article} />}
    </article>
  );
}

function Acknowledge({ article: { id, lang, version, read } }: { article: ArticleView }) {
  const t = useTexts('content');
  const signedIn = useSession() !== undefined;
  const { busy, send } = useAct('announcement_read');
  const acknowledge = async (): Promise<void> => {
    if (await send({ id, lang, version })) refresh(QUERY.content);
  };
  if (!signedIn) return null;
  if (read) return <Banner icon={<Check size={20} />}>{t('terms.read')}</Banner>;
  return (
    <Button busy={busy} onClick={() => void acknowledge()}>
      {t('terms.acknowledge')}
    </Button>
  );
}
