import { nodeOutside } from './nodeOutside.js';
import { run } from './run.js';

// A reader that leaves early (`woodstock check x | head -1`) ends the work; it is no error.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit();
    if (stream !== process.stderr) process.stderr.write(`woodstock: cannot write the output: ${error.message}\n`);
    process.exit(2);
  });
}

// Set rather than exited with: what is written to a pipe may still be on its way.
process.exitCode = await run(process.argv.slice(2), nodeOutside());
