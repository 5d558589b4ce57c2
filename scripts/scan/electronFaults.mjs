// An oxlint plugin with the warnings of Electron's security checklist as syntax tree patterns (docs/security.md).
const off = (name) => `Property[key.name='${name}'][value.value=false]`;
const on = (name) => `Property[key.name='${name}'][value.value=true]`;
const called = (name) => `CallExpression[callee.property.name='${name}']`;

/** Each pattern with the message for its matches. */
const faults = [
  [on('nodeIntegration'), 'A page must not get Node.'],
  [on('nodeIntegrationInWorker'), 'A worker of a page must not get Node.'],
  [on('nodeIntegrationInSubFrames'), 'A frame must not get Node.'],
  [off('contextIsolation'), 'The preload script and the page must not share a world.'],
  [off('sandbox'), 'A page runs in the sandbox.'],
  [off('webSecurity'), 'The same-origin policy stays on.'],
  [on('allowRunningInsecureContent'), 'A page loads nothing that came over http.'],
  [on('experimentalFeatures'), 'A page gets no features that are not ready.'],
  ["Property[key.name='enableBlinkFeatures']", 'A page gets no features that are not ready.'],
  [on('webviewTag'), 'There is no webview.'],
  [on('bypassCSP'), 'No scheme goes past the content security policy.'],
  [`${called('loadURL')} > Literal[value=/^(http|file):/]`, 'A window shows our own scheme alone.'],
  [called('loadFile'), 'A window shows our own scheme alone, not file:.'],
  [called('executeJavaScript'), 'No code is made of text.'],
  [called('disableWebSecurity'), 'The same-origin policy stays on.'],
  [called('registerFileProtocol'), 'Use protocol.handle, which reads from one folder.'],
  [
    `${called('appendSwitch')} > Literal[value=/disable-(web-security|site-isolation)|no-sandbox|ignore-certificate/]`,
    'Chromium keeps its guards.',
  ],
  [called('setCertificateVerifyProc'), 'Certificates are checked by Chromium.'],
  [
    "CallExpression[callee.property.name='on'] > Literal[value='certificate-error']",
    'Certificates are checked by Chromium.',
  ],
  [off('rejectUnauthorized'), 'Certificates are checked.'],
  ["MemberExpression[property.name='NODE_TLS_REJECT_UNAUTHORIZED']", 'Certificates are checked.'],
  [
    "CallExpression[callee.property.name='exposeInMainWorld'] > Identifier[name='ipcRenderer']",
    'The page gets the bridge, not ipcRenderer.',
  ],
  [
    'AssignmentExpression[left.property.name=/^(innerHTML|outerHTML|srcdoc)$/]',
    'No markup is made of text but by the cleaner.',
  ],
  [called('insertAdjacentHTML'), 'No markup is made of text but by the cleaner.'],
  [
    "CallExpression[callee.object.name='document'][callee.property.name=/^write(ln)?$/]",
    'No markup is made of text but by the cleaner.',
  ],
  [
    "CallExpression[callee.property.name='postMessage'] > Literal[value='*']",
    'Messages name the origin that they are for.',
  ],
  [
    'CallExpression[callee.name=/^exec(Sync)?$/]',
    'A program is started by execFile or spawn, without a shell.',
  ],
  [on('shell'), 'A program is started without a shell.'],
];

const rule = {
  create: (context) =>
    Object.fromEntries(
      faults.map(([pattern, message]) => [pattern, (node) => context.report({ node, message })]),
    ),
};

export default { meta: { name: 'electron' }, rules: { faults: rule } };
