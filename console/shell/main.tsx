// Starts the console: styles, theme, language, router. Nothing is decided here.

import './mantine.ts';
import './styles.css';
import { createRoot } from 'react-dom/client';
import { loadLanguage } from '../i18n/texts.ts';
import { settingsStore } from '../stores/settings.ts';
import { applyAppearance } from './appearance.ts';
import { Console } from './console.tsx';

applyAppearance();
await loadLanguage(settingsStore.get().lang);
const root = document.getElementById('root');
if (root) createRoot(root).render(<Console />);
