/** The screens that the public pages link to. They have their own file, so that visitors do not load all screens. */
export const entrances = { login: '/login', register: '/register', dashboard: '/dashboard' } as const
