import { describe, expect, it } from 'vitest';
import { toolFolders } from './tool-folders.js';

describe('toolFolders', () => {
  it('names the tools that the environment says are in the home folder', () => {
    const environment = { PATH: '/usr/bin:/home/ada/node/bin', NVM_DIR: '/home/ada/nvm', JAVA_HOME: '/opt/java' };
    expect(toolFolders(environment, '/home/ada')).toEqual(['/home/ada/node/bin', '/home/ada/nvm']);
  });

  it('never names the home folder itself, however it is written, nor one around it', () => {
    const environment = { PATH: '/home/ada:/home/ada/:/home:/home/ada/bin/..::.', VIRTUAL_ENV: '/home/ada//' };
    expect(toolFolders(environment, '/home/ada')).toEqual([]);
  });
});
