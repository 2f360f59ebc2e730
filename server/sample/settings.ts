import { forumSetting, registrationSetting } from '#contract/forum.ts'

/** Settings of an empty database; the organiser changes them there. */
export const settings = [
  { id: 'forum', name: 'forum', value: forumSetting, is_public: true },
  { id: 'registration', name: 'registration', value: registrationSetting, is_public: true },
]
