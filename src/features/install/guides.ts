import type { InstallMethod } from './install-method.ts'
import type { PictureName } from './StepPicture.tsx'

/** Ways that are told in three steps; `guide.<way>.<step>` of the texts are their words. */
export type GuidedMethod = Exclude<InstallMethod, 'inside' | 'present' | 'insecure' | 'prompt' | 'desktop'>

export const stepNumbers = ['1', '2', '3'] as const

/** The drawing of each step. */
export const guides = {
  wechat: ['dotsTop', 'row', 'home'],
  'in-app': ['dotsTop', 'row', 'home'],
  iphone: ['shareBottom', 'row', 'home'],
  ipad: ['shareTop', 'rowWide', 'homeWide'],
  'ios-other': ['copy', 'compass', 'home'],
  chrome: ['menuTop', 'row', 'confirm'],
  firefox: ['menuTop', 'row', 'confirm'],
  samsung: ['menuBottom', 'row', 'confirm'],
  android: ['menuBottom', 'row', 'home'],
  'mac-safari': ['menuBar', 'confirmWide', 'window'],
  'desktop-chromium': ['addressBar', 'confirmWide', 'window'],
} as const satisfies Record<GuidedMethod, readonly [PictureName, PictureName, PictureName]>

export const isGuided = (way: InstallMethod): way is GuidedMethod => way in guides
