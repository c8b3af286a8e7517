// A social network with two posts in it. Searching says that it only reads; posting cannot be undone.
import { z } from 'zod';
import { serveStandIn } from './stand-in.js';

const posts = ['Local models got faster this week.', 'A new paper on agents that check each other.'];

serveStandIn('social', {
  search_posts: {
    description: 'Posts about a subject, those of this account included.',
    reads: true,
    parameters: z.object({ about: z.string() }),
    call: (_args, earlier) =>
      [...posts, ...earlier.filter(({ tool }) => tool === 'publish_post').map(({ text }) => `you: ${text}`)].join('\n'),
  },
  publish_post: {
    description: 'Publishes a post, at once and for everybody.',
    reads: false,
    parameters: z.object({ text: z.string() }),
    call: ({ text }) => `published: ${text}`,
  },
});
