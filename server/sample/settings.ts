import {
  forumSetting,
  registrationSetting,
  secondFactorSetting,
  sideMeetingPaymentSetting,
  sideMeetingSetting,
} from '#contract/forum.ts'

/** Settings of an empty database; the organiser changes them there. */
export const settings = [
  { id: 'forum', name: 'forum', value: forumSetting, is_public: true },
  { id: 'registration', name: 'registration', value: registrationSetting, is_public: true },
  { id: 'side-meetings', name: 'side_meetings', value: sideMeetingSetting, is_public: true },
  // Whom to pay is told to those who have to.
  {
    id: 'side-meeting-payment',
    name: 'side_meeting_payment',
    value: sideMeetingPaymentSetting,
    is_public: false,
  },
  {
    id: 'second-factor',
    name: 'second_factor',
    value: secondFactorSetting,
    is_public: false,
    is_secret: true,
  },
]
