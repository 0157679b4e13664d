// Starts the app: appearance, texts of one language, router. Nothing is decided here.

import './styles.css';
import { RouterProvider } from '@tanstack/react-router';
import { createRoot } from 'react-dom/client';
import { loadTexts, switchLanguage } from '../i18n/i18n.ts';
import { currentSettings } from '../stores/settings.ts';
import { applyAppearance } from './appearance.ts';
import { router } from './router.tsx';

const LOAD_FAILED = ['Fairtick could not be loaded.', '未能載入 Fairtick。', 'تعذّر تحميل Fairtick.'];

async function start(root: HTMLElement): Promise<void> {
  applyAppearance();
  const { lang } = currentSettings();
  try {
    await switchLanguage(lang);
    await loadTexts('shell', 'home');
  } catch {
    // No texts came, so there is no language to say it in: all three.
    root.replaceChildren(...LOAD_FAILED.map(paragraph));
    return;
  }
  createRoot(root).render(<RouterProvider router={router} />);
}

function paragraph(text: string): HTMLElement {
  const element = document.createElement('p');
  element.textContent = text;
  element.dir = 'auto';
  element.className = 'px-6 pt-6 text-center';
  return element;
}

const root = document.getElementById('root');
if (root) void start(root);
