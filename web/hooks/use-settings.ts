// What the user chose on this device, for components.

import { useStore } from 'zustand';
import { type Settings, settingsStore } from '../stores/settings.ts';

export function useSettings(): Settings;
export function useSettings<T>(select: (settings: Settings) => T): T;
export function useSettings<T>(select?: (settings: Settings) => T): T | Settings {
  return useStore(settingsStore, (state) => (select ? select(state) : state));
}
