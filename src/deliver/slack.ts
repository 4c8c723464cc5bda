import type { Fetch } from '../sources/source.ts'
import { post, type Sender } from './outcome.ts'
import { DISCORD_MRKDWN, render, SLACK_MRKDWN } from './render.ts'

// Incoming webhooks of Slack, and of what accepts the same: Mattermost, Discord's addresses that end in /slack.
export function createSlackSender(fetch: Fetch): Sender {
  return ({ content, channel }, signal) => {
    const url = new URL(channel.settings.url ?? '')
    const text = render(content, isDiscord(url) ? DISCORD_MRKDWN : SLACK_MRKDWN)
    return post(fetch, url, { body: JSON.stringify({ text, unfurl_links: false, unfurl_media: false }), signal })
  }
}

function isDiscord({ hostname }: URL): boolean {
  return /(^|\.)discord(app)?\.com$/.test(hostname)
}
