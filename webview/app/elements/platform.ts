/** Whether shortcuts have Apple's Command key in place of Ctrl. */
export const APPLE = /Mac|iPhone|iPad/.test(navigator.platform);
