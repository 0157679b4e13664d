// What surrounds every screen: Mantine without styles of its own making (the page's policy takes styles from files alone), language, cache.

import { createTheme, MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useSyncExternalStore } from 'react';
import { useStore } from '../hooks/use-store.ts';
import { LangContext } from '../i18n/use-texts.ts';
import { settingsStore } from '../stores/settings.ts';
import { queryClient } from '../transport/query.ts';
import { onAppearance, shownTheme } from './appearance.ts';
import { router } from './router.tsx';

const theme = createTheme({
  respectReducedMotion: true,
  defaultRadius: 'md',
  cursorType: 'pointer',
  components: {
    // What locks the page's scrolling writes a style into the page. The page itself does not scroll: nothing needs locking.
    Modal: { defaultProps: { lockScroll: false, centered: true, radius: 'lg', size: 'lg' } },
    // The header of a page is one: a dialog's is none.
    ModalHeader: { defaultProps: { role: 'presentation' } },
    Button: { defaultProps: { size: 'sm' } },
    Checkbox: { defaultProps: { size: 'sm' } },
    SegmentedControl: { defaultProps: { size: 'sm' } },
  },
});

export function Console() {
  const { lang } = useStore(settingsStore);
  const shown = useSyncExternalStore(onAppearance, shownTheme);
  return (
    <MantineProvider theme={theme} forceColorScheme={shown} withCssVariables={false} withGlobalClasses={false}>
      <LangContext value={lang}>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </LangContext>
    </MantineProvider>
  );
}
