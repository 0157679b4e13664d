// One image of a document: fetched for this viewer alone, turned and enlarged for reading, moved by scrolling.

import { ActionIcon, Loader } from '@mantine/core';
import RotateCw from 'lucide-react/icons/rotate-cw';
import ZoomIn from 'lucide-react/icons/zoom-in';
import ZoomOut from 'lucide-react/icons/zoom-out';
import { useEffect, useRef, useState } from 'react';
import { useTexts } from '../i18n/use-texts.ts';
import { fetchImage } from '../stores/private-image.ts';
import { FailureNote } from './failure-note.tsx';

const ZOOMS = [1, 1.5, 2, 3, 4] as const;

export function DocumentImage({ link, name }: { link: string; name: string }) {
  const t = useTexts();
  const { address, failure } = useImage(link);
  const [zoom, setZoom] = useState(0);
  const [turn, setTurn] = useState(0);
  const scale = ZOOMS[zoom] ?? 1;
  const view = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new size is looked at from its middle
  useEffect(() => {
    const { current } = view;
    current?.scrollTo(
      (current.scrollWidth - current.clientWidth) / 2,
      (current.scrollHeight - current.clientHeight) / 2,
    );
  }, [scale]);
  const tools = [
    { what: t('image.smaller'), icon: <ZoomOut size={16} />, off: zoom === 0, run: () => setZoom(zoom - 1) },
    {
      what: t('image.larger'),
      icon: <ZoomIn size={16} />,
      off: zoom === ZOOMS.length - 1,
      run: () => setZoom(zoom + 1),
    },
    { what: t('image.turn'), icon: <RotateCw size={16} />, off: false, run: () => setTurn((turn + 90) % 360) },
  ];
  return (
    <figure className="document">
      <figcaption>
        {name}
        <span className="document-tools">
          <span className="figure quiet">{t('image.scale', { percent: scale * 100 })}</span>
          {tools.map(({ what, icon, off, run }) => (
            <ActionIcon
              key={what}
              variant="default"
              size="md"
              aria-label={`${what}: ${name}`}
              title={what}
              disabled={off}
              onClick={run}
            >
              {icon}
            </ActionIcon>
          ))}
        </span>
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: who has no mouse scrolls an enlarged image with the keys */}
      <section ref={view} className="document-view" tabIndex={0} aria-label={name}>
        {failure !== undefined && <FailureNote failure={failure} />}
        {address === undefined && failure === undefined && <Loader size="sm" aria-label={t('loading')} />}
        {address !== undefined && <img src={address} alt={name} data-zoom={scale} data-turn={turn} />}
      </section>
    </figure>
  );
}

/** The address of the image in this page; let go of when it is no longer shown. */
function useImage(link: string): { address: string | undefined; failure: unknown } {
  const [state, setState] = useState<{ address: string | undefined; failure: unknown }>({
    address: undefined,
    failure: undefined,
  });
  useEffect(() => {
    const abort = new AbortController();
    let made: string | undefined;
    const load = async (): Promise<void> => {
      try {
        const blob = await fetchImage(link, abort.signal);
        if (abort.signal.aborted) return;
        made = URL.createObjectURL(blob);
        setState({ address: made, failure: undefined });
      } catch (failure) {
        if (!abort.signal.aborted) setState({ address: undefined, failure });
      }
    };
    void load();
    return () => {
      abort.abort();
      if (made !== undefined) URL.revokeObjectURL(made);
    };
  }, [link]);
  return state;
}
