/** Longer than any password that is taken, so that the rule's own answer is given; shorter than what costs time. */
const passwordText = { type: 'string', maxLength: 1024 } as const

export const loginSchema = {
  tags: ['accounts'],
  summary: 'Signs in by password',
  security: [],
  body: {
    type: 'object',
    required: ['login_name', 'login_pwd'],
    additionalProperties: false,
    properties: {
      login_name: {
        type: 'string',
        minLength: 1,
        maxLength: 254,
        description: "Mobile, e-mail or an organiser's login",
      },
      login_pwd: { ...passwordText, minLength: 1 },
    },
  },
} as const

export const changePasswordSchema = {
  tags: ['accounts'],
  summary: 'Sets or changes the password: with the old one, with a code, or after a sign-in by code',
  body: {
    type: 'object',
    required: ['new_pwd', 'repeat_pwd'],
    additionalProperties: false,
    properties: {
      old_pwd: { ...passwordText, description: 'Not needed within 10 minutes of a sign-in by code' },
      captcha: { type: 'string', maxLength: 40, description: "A code sent to the person's own mobile" },
      challenge: { type: 'string', maxLength: 64, description: 'Of the answer to the call for the code' },
      new_pwd: passwordText,
      repeat_pwd: passwordText,
    },
  },
} as const

export const endSignInSchema = {
  tags: ['accounts'],
  summary: "Ends one of the caller's own sign-ins",
  body: {
    type: 'object',
    required: ['id'],
    additionalProperties: false,
    properties: { id: { type: 'string', minLength: 1, maxLength: 64 } },
  },
} as const

export const temporaryTokenSchema = {
  tags: ['accounts'],
  summary: 'A token that opens one download once, within a minute, in a new tab: `?token=` of its address',
  querystring: {
    type: 'object',
    required: ['no'],
    additionalProperties: false,
    properties: { no: { type: 'string', minLength: 1, maxLength: 200, description: 'Number of the file' } },
  },
} as const
