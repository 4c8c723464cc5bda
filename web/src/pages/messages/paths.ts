// The pages about messages, which share a navigation and the bell of the header.
export const MESSAGE_PATHS: readonly string[] = ['/inbox', '/channels', '/brief']
