import { createDOMRenderer, RendererProvider } from '@fluentui/react-components';
import { QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import type { Bridge } from '../shared/contract/contract.ts';
import { App } from './App.tsx';
import { fetchFor } from './lazyScreens.ts';
import { compareMediaQueries } from './parts/theme.ts';
import { connectClient } from './state/data/client.ts';
import { noteFailure } from './state/data/failures.ts';
import { startInvalidation } from './state/data/invalidation.ts';
import { queryClient } from './state/data/queries.ts';
import { startRulePack } from './state/data/rulePack.ts';
import { setLink } from './state/data/session.ts';
import { startLanguage } from './state/language.ts';
import { showFirstRoute } from './state/navigation/route.ts';
import { fetchFirstAnswers } from './state/records/firstAnswers.ts';
import { WindowBoundary } from './WindowBoundary.tsx';
import { createWebBridge } from './webBridge.ts';

declare global {
  interface Window {
    /** Set by the preload script; missing in a browser. */
    colophon?: Bridge;
  }
}

startRulePack();
const route = showFirstRoute();
// Fetches the code of the first screen while its data is on the way.
void fetchFor(route);
connectClient(window.colophon ?? createWebBridge(setLink));
// Before the first call, so that no change is missed.
startInvalidation();

const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';
const renderer = createDOMRenderer(document, { styleElementAttributes: { nonce }, compareMediaQueries });

// Waits for the texts, so that the page does not appear in another language first, and for what the first screen shows.
await Promise.all([startLanguage(), fetchFirstAnswers(route)]);
// The address may be another one by now.
void fetchFor(showFirstRoute());
createRoot(document.getElementById('root')!, { onCaughtError: noteFailure }).render(
  <RendererProvider renderer={renderer} targetDocument={document}>
    <QueryClientProvider client={queryClient}>
      <WindowBoundary>
        <App />
      </WindowBoundary>
    </QueryClientProvider>
  </RendererProvider>,
);
