// Tools of the vectors over real MCP: every call is one line in the file that is the only argument. Only those that look say so.
import { z } from 'zod';
import { serveStandIn } from '../../examples/coordination/servers/stand-in.js';

const tool = (reads) => ({ description: 'a tool', reads, parameters: z.object({}), call: () => 'done' });

serveStandIn('recording', {
  discord_send: tool(false),
  discord_read: tool(true),
  post_tweet: tool(false),
  search_tweets: tool(true),
});
