// The frame of the console: who is signed in has header, navigation and the screen; who is not has the way in.

import { Outlet, useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import { SignIn } from '../features/staff/sign-in.tsx';
import { StepUpDialog } from '../features/staff/step-up-dialog.tsx';
import { useStore } from '../hooks/use-store.ts';
import { noteTouch } from '../stores/activity.ts';
import { sessionStore } from '../stores/session.ts';
import { Choices } from './choices.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { Header } from './header.tsx';
import { IdleEnd } from './idle-end.tsx';
import { Navigation } from './navigation.tsx';
import { OfflineStrip } from './offline-strip.tsx';
import { ToastPlace } from './toast-place.tsx';

const TOUCHES = ['pointerdown', 'keydown', 'wheel'] as const;

export function Frame() {
  const { token } = useStore(sessionStore);
  const path = useRouterState({ select: ({ location }) => location.pathname });
  useEffect(() => {
    noteTouch();
    for (const touch of TOUCHES) addEventListener(touch, noteTouch, { passive: true });
    return () => {
      for (const touch of TOUCHES) removeEventListener(touch, noteTouch);
    };
  }, []);
  const joins = path.startsWith('/join/');
  if (token === undefined || joins)
    return (
      <div className="before">
        <OfflineStrip />
        <div className="before-choices">
          <Choices />
        </div>
        <ErrorBoundary key={path}>{joins ? <Outlet /> : <SignIn />}</ErrorBoundary>
      </div>
    );
  return (
    <div className="frame">
      <OfflineStrip />
      <Header />
      <Navigation />
      <ErrorBoundary key={path}>
        <Outlet />
      </ErrorBoundary>
      <IdleEnd />
      <StepUpDialog />
      <ToastPlace />
    </div>
  );
}
