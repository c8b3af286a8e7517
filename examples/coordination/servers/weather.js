// A weather service that always has the same weather. It does not say that it only reads: like a service that is paid for by
// the call, it is not asked before somebody approved it.
import { z } from 'zod';
import { serveStandIn } from './stand-in.js';

const temperatures = { 'San Francisco': 16, 'New York': 9, London: 11 };

serveStandIn('weather', {
  get_forecast: {
    description: 'The temperature in a city now, in degrees Celsius. Every call is charged.',
    reads: false,
    parameters: z.object({ city: z.string() }),
    call: ({ city }) => {
      const temperature = temperatures[city];
      return temperature === undefined ? `no weather for ${city}` : `${city}: ${temperature} °C`;
    },
  },
});
