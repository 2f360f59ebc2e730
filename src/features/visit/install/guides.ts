import type { InstallMethod } from './install-method.ts'
import type { PictureName } from './StepPicture.tsx'

/** Methods explained in three steps; their texts are `guide.<method>.<step>`. */
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

export const isGuided = (method: InstallMethod): method is GuidedMethod => method in guides
