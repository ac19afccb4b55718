package sshd

import (
	"bytes"
	"context"
	"errors"
	"time"

	"saloon/lobby/admin"
)

// officeFor is how long a word to the office may take: a drain lasts as long as the matches do.
const officeFor = 24 * time.Hour

// inside is the office for somebody who is inside, if they are of the staff. Who is taken off the list loses it at
// once: every line is asked for anew.
func (s *Server) inside(ctx context.Context, sess *session) func(context.Context, string) (string, error) {
	o := s.cfg.Office
	if o == nil {
		return nil
	}
	if _, err := o.Caller(ctx, sess.id.Fingerprint); err != nil {
		return nil
	}
	return func(ctx context.Context, line string) (string, error) {
		who, err := o.Caller(ctx, sess.id.Fingerprint)
		if err != nil {
			return "", err
		}
		words, err := admin.Split(line)
		if err != nil {
			return "", err
		}
		r, err := admin.Parse(words)
		if err != nil {
			return "", err
		}
		var out bytes.Buffer
		err = o.Run(ctx, who, r, &out)
		if errors.Is(err, context.DeadlineExceeded) {
			err = errPlain("it goes on without this screen")
		}
		return out.String(), err
	}
}

// office hands words to the office, if they come from the staff.
func office(c *call) error {
	o := c.server.cfg.Office
	if o == nil {
		return errPlain("this house is not looked after from here")
	}
	who, err := o.Caller(c.ctx, c.sess.id.Fingerprint)
	if err != nil {
		return err
	}
	r, err := admin.Parse(c.args)
	if err != nil {
		return err
	}
	err = o.Run(c.ctx, who, r, c.out)
	if why := context.Cause(c.ctx); err != nil && why != nil && errors.Is(err, c.ctx.Err()) {
		return errPlain(why.Error()) // the house closes, or nobody is there to be told
	}
	return err
}
