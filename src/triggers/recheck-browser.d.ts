declare module 'recheck/lib/browser.js' {
  export * from 'recheck';
}
